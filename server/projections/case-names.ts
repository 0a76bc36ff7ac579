import type { Queryable } from '../store/db.ts'
import { folded } from './folded.ts'
import { batch, type Projection } from './projection.ts'

/** So many characters of a docket number are a beginning by which it is listed. */
const beginnings = [2, 4, 6, 8]

/** How the case `c` is sorted by name. */
export const byName = `lower((c.veteran->>'lastName') || ' ' || (c.veteran->>'firstName')) collate "C"`

/** What an entry of an index surely has room for, beside ids and dates. */
const mostBytes = 1400
const fits = (...texts: string[]) =>
  `${texts.map((text) => `octet_length(${text})`).join(' + ')} <= ${mostBytes}`

/**
 * The docket number and the names of each case, and their later parts: those begin with a hyphen. With what lists are sorted by,
 * and all words of the case, each on a line: so a list of one word is read, sorted and searched for others in its index.
 */
export const caseNames: Projection = {
  name: 'caseNames',
  tables: ['case_names', 'docket_beginnings'],
  types: ['case.opened', 'case.corrected'],
  statement: `
    with ${batch},
    touched as (select case_id, bool_or(type = 'case.opened') as is_new from batch group by case_id),
    told as materialized (
      select t.is_new, c.*, w.*
      from touched t cross join lateral (
        select c.case_id, c.veteran, c.docket_number, c.uploaded_at, c.receipt_date, ${byName} as name,
          ${folded('c.docket_number')} as number
        from cases c where c.case_id = t.case_id offset 0
      ) c cross join lateral (
        with named as (
          select is_docket_number, ${folded('name')} as name
          from (values (true, docket_number), (false, veteran->>'firstName'), (false, veteran->>'middleName'),
            (false, veteran->>'lastName')) as v (is_docket_number, name)
          where name is not null
        )
        select array_agg(word) filter (where is_docket_number) as numbers,
          array_agg(word) filter (where not is_docket_number) as names,
          chr(10) || string_agg(translate(word, chr(10), ' '), chr(10) order by is_docket_number desc, word) as words
        from (
          select is_docket_number, name as word from named
          union
          select is_docket_number, '-' || part
          from named cross join lateral regexp_split_to_table(name, '[\\s-]+') with ordinality as p (part, place)
          where place > 1 and part <> ''
        ) each
      ) w
    ),
    gone as (
      delete from case_names n using told t
      where n.case_id = t.case_id and not n.is_docket_number and not t.is_new and n.word <> all(t.names)
    ),
    begun as (
      insert into docket_beginnings as b (case_id, beginning, uploaded_at, words)
      select distinct case_id, left(number, length), uploaded_at,
        case when ${fits('left(number, length)', 'words')} then words end
      from told cross join unnest('{${beginnings}}'::int[]) as length
      on conflict (case_id, beginning) do update set words = excluded.words
      where b.words is distinct from excluded.words
    )
    insert into case_names as n (case_id, is_docket_number, word, uploaded_at, receipt_date, name, docket_number, words)
    select case_id, is_docket_number, word, uploaded_at, receipt_date,
      case when fit then name end, case when fit then docket_number end, case when fit then words end
    from told cross join lateral (
      select true as is_docket_number, unnest(numbers) as word union all select false, unnest(names)
    ) w cross join lateral (select ${fits('word', 'name', 'docket_number', 'words')} as fit) f
    on conflict (case_id, is_docket_number, word) do update
    set receipt_date = excluded.receipt_date, name = excluded.name, words = excluded.words
    where (n.receipt_date, n.name, n.words) is distinct from (excluded.receipt_date, excluded.name, excluded.words)`,
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

/** Each entry in the index with a word that begins as `asked.start`, docket numbers too. */
const entriesFrom = (columns: string, ending = '') => `
  unnest('{false,true}'::boolean[]) as of_number cross join lateral (
    select ${columns} from case_names n where is_docket_number = of_number and ${isIn} ${ending}) n`

/** The entries of a word in the index of names, each no further than `ending` says. */
export function entriesOf(
  word: string,
  columns: string,
  ending: string,
  given: (value: unknown) => string,
): string {
  const starts = startsOf(word).map((start) => `((select ${given(start)}::text))`)
  return `(values ${starts.join(', ')}) as asked (start) cross join ${entriesFrom(columns, ending)}`
}

/** Whether more cases than so many have a word, by its entries in the index alone; one that has it twice counts as two. */
export async function isInMore(db: Queryable, word: string, most: number): Promise<boolean> {
  const rows = await db.rows<{ size: number }>(
    `select count(*)::int as size from unnest((select $1::text[])) as asked (start)
       cross join ${entriesFrom('', 'limit (select $2::int + 1)')}`,
    [startsOf(word), most],
  )
  return (rows[0]?.size ?? 0) > most
}

/** A word as it stands among the words of a case is cut off here; no name is so long. */
const mostCharacters = 400

/**
 * What the words of a case must match to have all of these, as a `tsquery`. A docket number is found by one of its beginnings:
 * there are but a few of each length, where nearly every number is another. Of a word whose lists are known these are asked for:
 * of whatever begins with a word, the index puts all cases together first.
 */
export function wordsQuery(words: readonly string[], known: KnownLists = new Map()): string {
  const lexemes = (word: string) => {
    const lists = known.get(word) ?? []
    return lists.length > 0 ? lists.map(lexemeOf) : startsOf(word).flatMap(lexemesFrom)
  }
  return words.map((word) => `(${lexemes(word).join(' | ')})`).join(' & ')
}

const quoted = (kind: string, word: string) =>
  `'${`${kind}:${[...word].slice(0, mostCharacters).join('')}`.replace(/['\\]/g, '$&$&')}'`

function lexemeOf({ of, word, length }: NameList): string {
  return quoted(of === 'beginning' ? String(length) : of === 'docketNumber' ? 'd' : 'n', word)
}

function lexemesFrom(start: string): string[] {
  const characters = [...start].length
  const length = start.startsWith('-') ? undefined : beginnings.find((some) => some >= characters)
  const ofNumber =
    length === undefined
      ? `${quoted('d', start)}:*`
      : `${quoted(String(length), start)}${length === characters ? '' : ':*'}`
  return [`${quoted('n', start)}:*`, ofNumber]
}

/**
 * Whether the case of an entry `n` of the index of names has all of these words, by that index alone: null where it does not have
 * room for all words of a case.
 */
export function hasWords(words: readonly string[], given: (value: unknown) => string): string {
  const stands = (start: string) => `strpos(n.words, (select ${given(`\n${start}`)}::text)) > 0`
  const all = words.map((word) => `(${startsOf(word).map(stands).join(' or ')})`)
  return all.join(' and ')
}

/** Cases by one word, in the order of their upload; of beginnings of docket numbers, those of a length. */
export type NameList = {
  of: 'name' | 'docketNumber' | 'beginning' | 'sensitivity'
  word: string
  length?: number | undefined
}

/** The lists of words that were looked for; undefined where there are too many. */
export type KnownLists = ReadonlyMap<string, NameList[] | undefined>

/** Where more words begin so, a list of each would take longer than to read the cases in their order. */
const mostLists = 64

/**
 * The lists in which all cases with a word are, where there are but a few. A docket number is in the lists of its beginnings, of
 * which there are but a few of each length.
 */
export async function findLists(db: Queryable, word: string): Promise<NameList[] | undefined> {
  const asked = startsOf(word).flatMap((start) => {
    const length = start.startsWith('-') ? undefined : beginnings.find((some) => some >= start.length)
    const number: NameList['of'] = length === undefined ? 'docketNumber' : 'beginning'
    return [
      { of: 'name' as const, start, length: undefined },
      { of: number, start, length },
    ]
  })
  const lists = await wordsFrom(db, asked)
  return lists.length <= mostLists ? lists : undefined
}

/** Which words to look for first: those that fewer cases are likely to have. */
export const byLength = (words: readonly string[]) =>
  words.toSorted((one, other) => other.length - one.length)

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
    const its = asked[place]
    return its ? [{ of: its.of, word, length: its.length }] : []
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
