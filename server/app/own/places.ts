import type { NewPlace, Place, Visit } from '@portico/contract/own'
import { msEarlier } from '../../core/time/moments.ts'
import type { Database } from '../../store/db.ts'

const visitMs = 30 * 60_000
const mostPlaces = 5000

type Of = { memberId: string; caseId: string }

export type Places = ReturnType<typeof openPlaces>

/** Where a member stopped reading, and when they were last in a case. */
export function openPlaces({ db, clock }: { db: Database; clock: () => Date }) {
  return {
    async list({ memberId, caseId }: Of): Promise<Place[]> {
      const rows = await db.rows<PlaceRow>(
        `select document_id, page, zoom, rotation, at from document_places
         where member_id = $1 and case_id = $2 order by at desc, document_id limit $3`,
        [memberId, caseId, mostPlaces],
      )
      return rows.map(({ document_id: documentId, page, zoom, rotation, at }) => ({
        documentId,
        page,
        ...(zoom === null ? {} : { zoom }),
        ...(rotation === null ? {} : { rotation }),
        at: at.toISOString(),
      }))
    },

    async keep(
      { memberId, caseId, documentId }: Of & { documentId: string },
      place: NewPlace,
    ): Promise<void> {
      const { page, zoom, rotation } = place
      await db.rows(
        `insert into document_places (member_id, case_id, document_id, page, zoom, rotation, at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (member_id, case_id, document_id) do update set
           page = excluded.page, zoom = excluded.zoom, rotation = excluded.rotation, at = excluded.at`,
        [memberId, caseId, documentId, page, zoom ?? null, rotation ?? null, clock()],
      )
    },

    async visit({ memberId, caseId }: Of, version: number): Promise<Visit> {
      const now = clock()
      const [row] = await db.rows<{ since: Date | null; since_version: number | null }>(
        `insert into case_visits as v (member_id, case_id, seen_at, seen_version) values ($1, $2, $3, $4)
         on conflict (member_id, case_id) do update set
           since = case when v.seen_at < $5 then v.seen_at else v.since end,
           since_version = case when v.seen_at < $5 then v.seen_version else v.since_version end,
           seen_at = excluded.seen_at, seen_version = excluded.seen_version
         returning since, since_version`,
        [memberId, caseId, now, version, msEarlier(now, visitMs)],
      )
      return { since: row?.since?.toISOString() ?? null, version: row?.since_version ?? null }
    },
  }
}

type PlaceRow = {
  document_id: string
  page: number
  zoom: number | null
  rotation: number | null
  at: Date
}
