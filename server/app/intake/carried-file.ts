import type { SharedContent } from '@portico/contract/links'
import { carriedTypes, carryOver, textsNamedIn } from '../../core/file/carry-over.ts'
import type { OpenCase } from '../../core/file/case-file.ts'
import type { Queryable } from '../../store/db.ts'
import { copyChanges, readAllChanges } from '../../store/draft-changes.ts'
import { readCaseEvents } from '../../store/events/read.ts'
import { keepTexts, readTexts } from '../../store/work-product-texts.ts'

type Handover = { from: string; to: string; shared: SharedContent }

/** A file with all that people have put on it, and `along`, what is written beside the events of the new case. */
export async function carriedFile(
  db: Queryable,
  { from, to, shared }: Handover,
): Promise<Pick<OpenCase, 'documents' | 'carried'> & { along: (tx: Queryable) => Promise<unknown> }> {
  const types = [...carriedTypes, 'case.closed' as const]
  const events = await readCaseEvents(db, from, { types, limit: Number.MAX_SAFE_INTEGER })
  const closed = events.findLast(({ type }) => type === 'case.closed')
  const drafts = closed?.type === 'case.closed' ? (closed.data?.drafts ?? []) : []
  const texts = drafts.length > 0 ? await readTexts(db, from, events.flatMap(textsNamedIn)) : new Map()
  const changes = await Promise.all(
    drafts.map((workProductId) => readAllChanges(db, { caseId: from, workProductId })),
  )
  const carried = carryOver(events, { from, to, shared, drafts, texts })
  const { facts, documentIds, as } = carried
  return {
    documents: [],
    carried: facts,
    along: (tx) =>
      Promise.all([
        keepTexts(tx, to, carried.texts),
        ...changes.map((change) => copyChanges(tx, to, as(change))),
        ...bringOwn(tx, { from, to, documentIds }),
      ]),
  }
}

/** Where each member stopped reading, and the pages that they have seen: the pages have the same numbers. */
function bringOwn(
  tx: Queryable,
  { from, to, documentIds }: { from: string; to: string; documentIds: ReadonlyMap<string, string> },
): Promise<unknown>[] {
  return [
    tx.rows(
      `insert into document_places (member_id, case_id, document_id, page, zoom, rotation, at)
       select member_id, $2, n.new_id, page, zoom, rotation, at
       from document_places p join unnest($3::text[], $4::text[]) as n (old_id, new_id) on n.old_id = p.document_id
       where p.case_id = $1 on conflict do nothing`,
      [from, to, [...documentIds.keys()], [...documentIds.values()]],
    ),
    tx.rows(
      `insert into seen_pages (member_id, case_id, pages, at)
       select member_id, $2, pages, at from seen_pages where case_id = $1 on conflict do nothing`,
      [from, to],
    ),
  ]
}
