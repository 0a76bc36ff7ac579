import type { Coverage, PageRun } from '@portico/contract/seen-pages'
import type { Database } from '../../store/db.ts'

type Of = { memberId: string; caseId: string }

export type SeenPages = ReturnType<typeof openSeenPages>

/** Which pages each member has looked at: runs, so that a year of reading stays one short row. */
export function openSeenPages({ db, clock }: { db: Database; clock: () => Date }) {
  return {
    async list({ memberId, caseId }: Of): Promise<PageRun[]> {
      const rows = await db.rows<{ first: number; last: number }>(
        `select lower(run) as first, upper(run) - 1 as last
         from seen_pages, unnest(pages) run where member_id = $1 and case_id = $2 order by 1`,
        [memberId, caseId],
      )
      return rows
    },

    /** Adds to what was seen before; two devices at once lose nothing. */
    async add({ memberId, caseId }: Of, runs: readonly PageRun[]): Promise<void> {
      const ranges = `{${runs.map(({ first, last }) => `[${first},${last}]`).join(',')}}`
      await db.rows(
        `insert into seen_pages as s (member_id, case_id, pages, at) values ($1, $2, $3, $4)
         on conflict (member_id, case_id) do update set pages = s.pages + excluded.pages, at = excluded.at`,
        [memberId, caseId, ranges, clock()],
      )
    },

    /** What everyone has seen and marked read of what is now in the file; whoever drafts comes first. */
    async coverage(caseId: string): Promise<Coverage> {
      const [of] = await db.rows<{ pages: number; documents: number }>(
        `select coalesce(sum(end_page - start_page + 1), 0)::int as pages, count(*)::int as documents
         from documents where case_id = $1 and status = 'current'`,
        [caseId],
      )
      const readers = await db.rows<Coverage['readers'][number]>(
        `with file as (
           select document_id, int4range(start_page, end_page, '[]') as pages from documents
           where case_id = $1 and status = 'current'),
         seen as (
           select s.member_id, sum(upper(run) - lower(run))::int as pages
           from seen_pages s, file f, unnest(s.pages * int4multirange(f.pages)) run
           where s.case_id = $1 group by s.member_id),
         marked as (
           select r.member_id, count(*)::int as documents from read_marks r join file f using (document_id)
           where r.case_id = $1 and r.read group by r.member_id)
         select m.id as "memberId", m.username, m.display_name as "displayName",
           coalesce(s.pages, 0) as "pagesSeen", coalesce(r.documents, 0) as "documentsRead",
           exists (select from work_products w
             where w.case_id = $1 and m.id in (w.drafted_by->>'id', w.saved_by->>'id')) as drafts
         from members m left join seen s on s.member_id = m.id left join marked r on r.member_id = m.id
         where s.member_id is not null or r.member_id is not null
         order by drafts desc, "pagesSeen" desc, m.id limit 200`,
        [caseId],
      )
      return { pages: of?.pages ?? 0, documents: of?.documents ?? 0, readers }
    },
  }
}
