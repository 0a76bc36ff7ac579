import { decodeWords, encodeWords, type PageWord } from '../core/file/page-words.ts'
import type { Queryable } from '../store/db.ts'
import { everyQuery } from './candidates.ts'
import { normalise } from './normalise.ts'
import { runsOf, tokensOf } from './tokenise.ts'

export type TextSource = 'textLayer' | 'ocr'

export type PageText = {
  page: number
  text: string
  /** Where they are printed, or that as `encodeWords` writes it. */
  words?: readonly PageWord[] | Uint8Array
  source?: TextSource
  /** How sure the recogniser was, from 0 to 1. */
  confidence?: number
}

/** A page of text is seldom longer than 10,000 characters; what stands past this is kept out of search. */
const longestText = 250_000
/** PostgreSQL holds one megabyte of tokens per row. */
const longestTokens = 700_000
const pagesPerStatement = 200
const longestWord = 40

/** Makes pages findable as they are now; a page read anew takes the place of its older reading. */
export async function indexPages(
  tx: Queryable,
  { caseId, pages }: { caseId: string; pages: readonly PageText[] },
): Promise<void> {
  const latest = [...new Map(pages.map((page) => [page.page, page])).values()]
  for (let at = 0; at < latest.length; at += pagesPerStatement) {
    await putPages(tx, caseId, latest.slice(at, at + pagesPerStatement))
  }
}

async function putPages(tx: Queryable, caseId: string, pages: PageText[]): Promise<void> {
  const words = new Set<string>()
  const numbers: number[] = []
  const texts: string[] = []
  const tokenLists: string[] = []
  const wordLists: Uint8Array[] = []
  for (const { page, text: given, words: placed = [] } of pages) {
    const text = given.slice(0, longestText).toWellFormed().replaceAll('\0', ' ')
    const found = tokensOf(runsOf(normalise(text).text))
    for (const word of found.words) if (isVocabulary(word)) words.add(word)
    numbers.push(page)
    texts.push(text)
    tokenLists.push(tokenList(found.tokens))
    wordLists.push(wordList(placed, given.length))
  }
  const sources = pages.map(({ source = 'textLayer' }) => source)
  const confidences = pages.map(({ confidence = null }) => confidence)
  await tx.rows(putStatement, [
    caseId,
    numbers,
    texts,
    tokenLists,
    [...words].sort(),
    wordLists,
    sources,
    confidences,
  ])
}

function wordList(words: readonly PageWord[] | Uint8Array, length: number): Uint8Array {
  if (words instanceof Uint8Array && length <= longestText) return words
  const placed = words instanceof Uint8Array ? decodeWords(words) : words
  return encodeWords(placed.filter(({ end }) => end <= longestText))
}

function tokenList(tokens: Set<string>): string {
  const list = [...tokens].join(' ')
  return Buffer.byteLength(list) > longestTokens ? everyQuery : list
}

/** Words lend themselves to help with spelling where they are neither very short nor the noise of a bad scan. */
function isVocabulary(word: string): boolean {
  return word.length >= 3 && word.length <= longestWord
}

const putStatement = `
with revised as (
  insert into case_texts as now (case_id, revision) values ($1, 1)
  on conflict (case_id) do update set revision = now.revision + 1
  returning revision
), put_texts as (
  insert into page_texts (case_id, page, text, source, confidence, revision)
  select $1, page, text, source, confidence, revision
  from revised,
    unnest($2::int[], $3::text[], $7::text[], $8::real[]) as given (page, text, source, confidence) order by page
  on conflict (case_id, page) do update
    set text = excluded.text, source = excluded.source, confidence = excluded.confidence,
      revision = excluded.revision
  returning id, page
), put_page_words as (
  insert into page_words (case_id, page, words)
  select $1, page, words from unnest($2::int[], $6::bytea[]) as given (page, words) order by page
  on conflict (case_id, page) do update set words = excluded.words
), put_words as (
  insert into case_words (case_id, word)
  select $1, word from unnest($5::text[]) as word
  on conflict do nothing
)
insert into page_tokens (id, case_id, page, tokens)
select id, $1, page, array_to_tsvector(string_to_array(tokens, ' '))
from put_texts join unnest($2::int[], $4::text[]) as given (page, tokens) using (page)
on conflict (id) do update set tokens = excluded.tokens`
