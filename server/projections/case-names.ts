import type { Queryable } from '../store/db.ts'
import { folded } from './folded.ts'
import { batch, type Projection } from './projection.ts'

/** So many characters of a docket number are a beginning by which it is listed. */
const beginnings = [2, 4, 6, 8]

/**
 * The docket number and the names of each case, and their later parts: those begin with a hyphen. With when the case was
 * uploaded, so that those of one word are read in that order.
 */
export const caseNames: Projection = {
  name: 'caseNames',
  tables: ['case_names', 'docket_beginnings'],
  types: ['case.opened', 'case.corrected'],
  statement: `
    with ${batch},
    said as (
      select case_id, bool_or(type = 'case.opened') as is_new,
        (array_agg(data->>'docketNumber') filter (where type = 'case.opened'))[1] as docket_number,
        (array_agg(data->'veteran' order by sequence desc) filter (where data ? 'veteran'))[1] as veteran,
        (array_agg((data->>'uploadedAt')::timestamptz) filter (where type = 'case.opened'))[1] as uploaded_at
      from batch group by case_id
    ),
    told as (
      select case_id, is_new, docket_number, veteran, coalesce(uploaded_at,
        (select n.uploaded_at from case_names n where n.case_id = said.case_id limit 1),
        (select c.uploaded_at from cases c where c.case_id = said.case_id)) as uploaded_at
      from said
    ),
    named as (
      select case_id, is_docket_number, ${folded('name')} as name, uploaded_at
      from told cross join lateral (values
        (true, docket_number), (false, veteran->>'firstName'), (false, veteran->>'middleName'),
        (false, veteran->>'lastName')) as v (is_docket_number, name)
      where name is not null
    ),
    words as (
      select case_id, is_docket_number, name as word, uploaded_at from named
      union
      select case_id, is_docket_number, '-' || part, uploaded_at
      from named cross join lateral regexp_split_to_table(name, '[\\s-]+') with ordinality as p (part, place)
      where place > 1 and part <> ''
    ),
    gone as (
      delete from case_names n using told t
      where n.case_id = t.case_id and not n.is_docket_number and not t.is_new and t.veteran is not null
        and not exists (
          select from words w where w.case_id = n.case_id and not w.is_docket_number and w.word = n.word)
    ),
    begun as (
      insert into docket_beginnings (case_id, beginning, uploaded_at)
      select distinct case_id, left(name, length), uploaded_at
      from named cross join unnest('{${beginnings}}'::int[]) as length
      where is_docket_number on conflict do nothing
    )
    insert into case_names (case_id, is_docket_number, word, uploaded_at)
    select case_id, is_docket_number, word, uploaded_at from words on conflict do nothing`,
}

/** Which cases have all words that somebody typed. */
export type Named = {
  /** These alone, as far as some of the words are rare. */
  ids: string[] | undefined
  /** Those that are left to look for: each is in too many cases to list them. */
  common: string[]
}

const mostWords = 8
const isIn = `word >= start and word < start || chr(1114111)`
/** Up to so many cases a word is rare. */
const mostIds = 100
/** Shorter words begin a docket number or a name: as a later part they would be in nearly every case. */
const leastLaterPart = 3

/**
 * Looks words up before the list is read: then no plan depends on a guess how rare they are. The values are hidden in
 * subqueries: PostgreSQL would plan each search anew by them, which takes longer than the search.
 */
export async function findNamed(db: Queryable, text = ''): Promise<Named> {
  const named: Named = { ids: undefined, common: [] }
  const words = [...new Set(text.trim().toLowerCase().split(/\s+/).filter(Boolean))].slice(0, mostWords)
  if (words.length === 0) return named
  const asked = words.flatMap((word) => startsOf(word).map((start) => ({ word, start })))
  const rows = await db.rows<{ ids: string[] | null }>(
    `select case when count <= ${mostIds} then ids end as ids
     from unnest((select $1::text[])) with ordinality as asked (start, place) cross join lateral (
       select count(*), coalesce(array_agg(case_id), '{}') as ids from (
         (select case_id from case_names where not is_docket_number and ${isIn} limit ${mostIds + 1})
         union all
         (select case_id from case_names where is_docket_number and ${isIn} limit ${mostIds + 1})
         limit ${mostIds + 1}) as few
     ) as found order by place`,
    [asked.map(({ start }) => start)],
  )
  for (const word of words) {
    const found = rows.filter((_, index) => asked[index]?.word === word).map(({ ids }) => ids)
    if (found.includes(null)) named.common.push(word)
    else {
      const its = new Set(found.flatMap((ids) => ids ?? []))
      named.ids = named.ids ? named.ids.filter((id) => its.has(id)) : [...its]
    }
  }
  return named
}

/** Whether more cases than so many have a word, by its entries in the index alone; one that has it twice counts as two. */
export async function isInMore(db: Queryable, word: string, most: number): Promise<boolean> {
  const rows = await db.rows<{ size: number }>(
    `select count(*)::int as size from unnest((select $1::text[])) as asked (start)
       cross join unnest('{false,true}'::boolean[]) as of_number
       cross join lateral (
         select from case_names where is_docket_number = of_number and ${isIn} limit (select $2::int + 1)) its`,
    [startsOf(word), most],
  )
  return (rows[0]?.size ?? 0) > most
}

/** A word as it stands among the words of a case is cut off here; no name is so long. */
const mostCharacters = 400

/**
 * What the words of a case must match to have all of these, as a `tsquery`. A docket number is found by one of its beginnings:
 * there are but a few of each length, where nearly every number is another.
 */
export function wordsQuery(words: readonly string[]): string {
  return words.map((word) => `(${startsOf(word).flatMap(lexemesFrom).join(' | ')})`).join(' & ')
}

function lexemesFrom(start: string): string[] {
  const characters = [...start].slice(0, mostCharacters)
  const quoted = (kind: string) => `'${`${kind}:${characters.join('')}`.replace(/['\\]/g, '$&$&')}'`
  const length = start.startsWith('-') ? undefined : beginnings.find((some) => some >= characters.length)
  const ofNumber =
    length === undefined
      ? `${quoted('d')}:*`
      : `${quoted(String(length))}${length === characters.length ? '' : ':*'}`
  return [`${quoted('n')}:*`, ofNumber]
}

/** Cases by one word, in the order of their upload. */
export type NameList = { of: 'name' | 'docketNumber' | 'beginning' | 'sensitivity'; word: string }

/** Where more words begin so, a list of each would take longer than to read the cases in their order. */
const mostLists = 64

/**
 * The lists in which all cases with one of these words are, and that word: of the longest for which there are but a few. A
 * docket number is in the lists of its beginnings, of which there are but a few of each length.
 */
export async function findLists(
  db: Queryable,
  words: readonly string[],
): Promise<{ word: string; lists: NameList[] } | undefined> {
  for (const word of words.toSorted((one, other) => other.length - one.length)) {
    const asked = startsOf(word).flatMap((start) => {
      const length = start.startsWith('-') ? undefined : beginnings.find((some) => some >= start.length)
      const number: NameList['of'] = length === undefined ? 'docketNumber' : 'beginning'
      return [
        { of: 'name' as const, start, length: undefined },
        { of: number, start, length },
      ]
    })
    const lists = await wordsFrom(db, asked)
    if (lists.length <= mostLists) return { word, lists }
  }
  return undefined
}

/**
 * The different words that begin so, from one to the next through the index. Of beginnings only those of a length: behind
 * one of them, the longer ones that begin with it are left out.
 */
async function wordsFrom(
  db: Queryable,
  asked: readonly { of: NameList['of']; start: string; length: number | undefined }[],
): Promise<NameList[]> {
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  const parts = asked.map(({ of, start: beginning, length }, index) => {
    const { table, word, where } = places[of]
    const start = `${given(beginning)}::text`
    const next = (after: string) => `(select n.${word} from ${table} n
      where ${where} and n.${word} ${after} and n.${word} < ${start} || chr(1114111) order by n.${word} limit 1)`
    const behind = `found.word || case when char_length(found.word) >= ${given(length ?? null)}::int then chr(1114111) else '' end`
    return `select ${index} as place, word from (with recursive found (word, nth) as (
         select ${next(`>= ${start}`)}, 1
         union all
         select ${next(`> ${behind}`)}, nth + 1 from found where found.word is not null and nth <= ${mostLists}
       )
       select word from found where word is not null) its`
  })
  const rows = await db.rows<{ place: number; word: string }>(parts.join(' union all '), values)
  return rows.flatMap(({ place, word }) => {
    const of = asked[place]?.of
    return of ? [{ of, word }] : []
  })
}

/** Where each kind of list is: an index has its cases in the order of their upload. */
export const places: Record<NameList['of'], { table: string; word: string; type: string; where: string }> = {
  name: { table: 'case_names', word: 'word', type: 'text', where: 'not n.is_docket_number' },
  docketNumber: { table: 'case_names', word: 'word', type: 'text', where: 'n.is_docket_number' },
  beginning: { table: 'docket_beginnings', word: 'beginning', type: 'text', where: 'true' },
  sensitivity: { table: 'sensitive_cases', word: 'level', type: 'int', where: 'true' },
}

const startsOf = (word: string) =>
  word.length < leastLaterPart || word.startsWith('-') ? [word] : [word, `-${word}`]

/** Whether the case `c` is one of them. Not asked of the index of words: what else is asked for is looked up first. */
export function isNamed({ ids, common }: Named, given: (value: unknown) => string): string[] {
  return [
    ...(ids ? [`c.case_id = any((select ${given(ids)}::text[])::text[])`] : []),
    ...(common.length > 0 ? [`(c.words @@ (select ${given(wordsQuery(common))}::tsquery)) is true`] : []),
  ]
}
