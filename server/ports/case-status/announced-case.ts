import type { Database } from '../../store/db.ts'
import { inBatches } from '../../store/in-batches.ts'
import type { Due } from '../delivery/bindings/serve-port.ts'

export type AnnouncedCase = {
  docketNumber: string
  caseType: string
  aliases: { source: string; externalId: string }[]
  /** The state that the commit of the event ends with. */
  settledAs: string | null
}

type Ask = (due: Pick<Due, 'caseId' | 'event'>) => Promise<AnnouncedCase | undefined>
const asking = new WeakMap<Database, Ask>()

/** What an announcement says of its case; undefined where it was purged. All that are announced now are read together. */
export function announcedCase(db: Database, due: Parameters<Ask>[0]): Promise<AnnouncedCase | undefined> {
  const ask = asking.get(db) ?? inBatches((dues: readonly Parameters<Ask>[0][]) => readCases(db, dues))
  asking.set(db, ask)
  return ask(due)
}

async function readCases(
  db: Database,
  dues: readonly Parameters<Ask>[0][],
): Promise<(AnnouncedCase | undefined)[]> {
  const wanted = dues.map(({ caseId, event }, place) => {
    const { sequence, correlationId, recordedAt } = event
    return { place, caseId, sequence, correlationId, recordedAt }
  })
  const rows = await db.rows<AnnouncedCase & { place: number }>(
    `select w.place, c.docket_number as "docketNumber", c.case_type as "caseType",
       array(
         select json_build_object('source', source, 'externalId', external_id) from aliases a
         where a.case_id = w."caseId" order by source, external_id) as aliases,
       (select e.data->>'to' from events e
        where e.case_id = w."caseId" and e.type = 'case.stateChanged' and e.sequence > w.sequence
          and e.correlation_id = w."correlationId" and e.recorded_at = w."recordedAt"
        order by e.sequence limit 1) as "settledAs"
     from json_to_recordset($1) as w (place int, "caseId" text, sequence int, "correlationId" text,
       "recordedAt" timestamptz)
     join cases c on c.case_id = w."caseId"`,
    [JSON.stringify(wanted)],
  )
  const found = new Map(rows.map(({ place, ...one }) => [place, one]))
  return dues.map((_, place) => found.get(place))
}
