import type { Queryable } from '../store/db.ts'
import { folded } from './folded.ts'
import { batch, type Projection } from './projection.ts'

/** The docket number and the names of each case, and their later parts: those begin with a hyphen. */
export const caseNames: Projection = {
  name: 'caseNames',
  tables: ['case_names'],
  types: ['case.opened', 'case.corrected'],
  statement: `
    with ${batch},
    told as (
      select case_id, bool_or(type = 'case.opened') as is_new,
        (array_agg(data->>'docketNumber') filter (where type = 'case.opened'))[1] as docket_number,
        (array_agg(data->'veteran' order by sequence desc) filter (where data ? 'veteran'))[1] as veteran
      from batch group by case_id
    ),
    named as (
      select case_id, is_docket_number, ${folded('name')} as name
      from told cross join lateral (values
        (true, docket_number), (false, veteran->>'firstName'), (false, veteran->>'middleName'),
        (false, veteran->>'lastName')) as v (is_docket_number, name)
      where name is not null
    ),
    words as (
      select case_id, is_docket_number, name as word from named
      union
      select case_id, is_docket_number, '-' || part
      from named cross join lateral regexp_split_to_table(name, '[\\s-]+') with ordinality as p (part, place)
      where place > 1 and part <> ''
    ),
    gone as (
      delete from case_names n using told t
      where n.case_id = t.case_id and not n.is_docket_number and not t.is_new and t.veteran is not null
        and not exists (
          select from words w where w.case_id = n.case_id and not w.is_docket_number and w.word = n.word)
    )
    insert into case_names (case_id, is_docket_number, word)
    select case_id, is_docket_number, word from words on conflict do nothing`,
}

/** Which cases have all words that somebody typed. */
export type Named = {
  /** These alone, as far as some of the words are rare. */
  ids: string[] | undefined
  /** Those that are left to look for: each is in too many cases to list them. */
  common: string[]
}

const mostWords = 8
/** Up to so many cases a word is rare. */
const mostIds = 500
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
         select n.case_id from case_names n where n.word >= start and n.word < start || chr(1114111)
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

const startsOf = (word: string) =>
  word.length < leastLaterPart || word.startsWith('-') ? [word] : [word, `-${word}`]

/** Whether the case `c` is one of them. */
export function isNamed({ ids, common }: Named, given: (value: unknown) => string): string[] {
  const begins = (start: string) => {
    const word = given(start)
    return `n.word >= ${word}::text and n.word < ${word}::text || chr(1114111)`
  }
  return [
    ...(ids ? [`c.case_id = any((select ${given(ids)}::text[])::text[])`] : []),
    ...common.map(
      (word) =>
        `exists (select from case_names n where n.case_id = c.case_id and (${startsOf(word).map(begins).join(' or ')}))`,
    ),
  ]
}
