import type { HerePlace, Present } from '@portico/contract/presence'
import { msEarlier } from '../../core/time/moments.ts'
import type { Database } from '../../store/db.ts'
import { openPresenceFeed } from './presence-feed.ts'

const staysMs = 30_000
type Of = { memberId: string; caseId: string }

/** Which of the documents of a case are for whoever asks. */
type ShownOf = (documentIds: readonly string[]) => Promise<ReadonlySet<string>>

/** What of a place is for whoever asks. */
export type Shown = { shownOf: ShownOf; readsDrafts: boolean }

export type Presence = ReturnType<typeof openPresence>

/** Who reads a case now, in all processes: by a table that a crash empties, never by events. */
export function openPresence({ db, clock }: { db: Database; clock: () => Date }) {
  const stillHere = () => msEarlier(clock(), staysMs)
  const feed = openPresenceFeed({ db, stillHere })

  /** Where somebody is in a document that is not for the asker, they are in the case. */
  const others = async ({ memberId, caseId }: Of, { shownOf, readsDrafts }: Shown): Promise<Present[]> => {
    const rows = await db.rows<PresentRow>(
      `select p.member_id, m.username, m.display_name, p.document_id, p.page, p.since,
         p.work_product_id, p.section,
         (select d.document_id from document_versions d
          where d.case_id = p.case_id and p.page between d.start_page and d.end_page limit 1) as page_of
       from presence p join members m on m.id = p.member_id
       where p.case_id = $1 and p.member_id <> $2 and p.seen_at > $3 and m.deactivated_at is null
       order by p.since, p.member_id limit 200`,
      [caseId, memberId, stillHere()],
    )
    const named = new Set(rows.flatMap((row) => [row.document_id, row.page_of]).filter((id) => id !== null))
    const shown = named.size === 0 ? named : await shownOf([...named])
    return rows.map((row) => ({
      memberId: row.member_id,
      username: row.username,
      displayName: row.display_name,
      ...(row.document_id !== null && shown.has(row.document_id) ? { documentId: row.document_id } : {}),
      ...(row.page !== null && row.page_of !== null && shown.has(row.page_of) ? { page: row.page } : {}),
      ...(row.work_product_id !== null && readsDrafts
        ? {
            workProductId: row.work_product_id,
            ...(row.section === null
              ? {}
              : { section: JSON.parse(row.section) as Present['section'] & object }),
          }
        : {}),
      since: row.since.toISOString(),
    }))
  }

  return {
    others,

    async here(
      of: Of,
      { documentId, page, workProductId, section }: HerePlace,
      shown: Shown,
    ): Promise<Present[]> {
      await db.rows(
        `insert into presence as p (
           case_id, member_id, document_id, page, since, seen_at, work_product_id, section)
         values ($1, $2, $3, $4, $5, $5, $7, $8)
         on conflict (case_id, member_id) do update set
           document_id = excluded.document_id, page = excluded.page, seen_at = excluded.seen_at,
           work_product_id = excluded.work_product_id, section = excluded.section,
           since = case when p.seen_at > $6 then p.since else excluded.since end`,
        [
          ...[of.caseId, of.memberId, documentId ?? null, page ?? null, clock(), stillHere()],
          ...[workProductId ?? null, section ? JSON.stringify(section) : null],
        ],
      )
      feed.nudge()
      return others(of, shown)
    },

    async leave({ caseId, memberId }: Of): Promise<void> {
      await db.rows(`delete from presence where case_id = $1 and member_id = $2`, [caseId, memberId])
      feed.nudge()
    },

    /** Who comes, leaves and turns pages, for those who read the same. */
    feed,

    async forgetGone(): Promise<void> {
      await db.rows(`delete from presence where seen_at <= $1`, [stillHere()])
    },
  }
}

type PresentRow = {
  member_id: string
  username: string
  display_name: string
  document_id: string | null
  page: number | null
  page_of: string | null
  work_product_id: string | null
  section: string | null
  since: Date
}
