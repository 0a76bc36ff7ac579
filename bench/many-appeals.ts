import { randomBytes } from 'node:crypto'
import { caseFile } from '../server/core/file/case-file.ts'
import { chainStart } from '../server/core/kernel/chain.ts'
import { newId } from '../server/core/kernel/ids.ts'
import { defaultProfile } from '../server/profile/default.ts'
import { allProjections } from '../server/projections/all.ts'
import { applyProjections } from '../server/projections/projection.ts'
import type { Database } from '../server/store/db.ts'
import { type ChainedEvent, chain } from '../server/store/events/append.ts'
import { newCase, requestBy } from '../server/test/case-desk.ts'
import { noon } from '../server/test/given.ts'

const batchSize = 2000

/**
 * Appeals without documents, as `execute` would have opened them one by one: the same decision, chain and
 * projections, but the log of a whole batch in one statement, because 100,000 transactions would take minutes.
 */
export async function openManyAppeals(db: Database, count: number): Promise<void> {
  for (let first = 0; first < count; first += batchSize) {
    const events = openedAppeals(first, Math.min(batchSize, count - first))
    await db.transaction((tx) =>
      Promise.all([
        tx.rows(openStreams, [JSON.stringify(events.map(logged))]),
        applyProjections(tx, allProjections, events),
      ]),
    )
  }
}

function openedAppeals(first: number, count: number): ChainedEvent[] {
  const request = requestBy()
  return Array.from({ length: count }, (_, index) => {
    const number = first + index
    const command = newCase([], {
      docketNumber: `200102-${number}`,
      uploadedAt: new Date(noon.getTime() - number * 1000).toISOString(),
    })
    const head = { caseId: command.caseId, version: 0, hash: chainStart }
    const facts = caseFile.decide(command, caseFile.initial, { ...request, profile: defaultProfile })
    return chain(head, request, facts, () => newId('evt', noon, randomBytes(10)))
  }).flat()
}

const openStreams = `
  with opened as (
    select * from jsonb_to_recordset($1) as e ("caseId" text, sequence int, id text, type text, subject text,
      at timestamptz, "recordedAt" timestamptz, actor jsonb, data jsonb, "dataHash" text, "correlationId" text,
      hash text)
  ), streams as (
    insert into case_streams (case_id, version, hash) select "caseId", sequence, decode(hash, 'hex') from opened
  )
  insert into events (position, case_id, sequence, id, type, subject, at, recorded_at, actor, data, data_hash,
    correlation_id, hash)
  select nextval('event_position'), "caseId", sequence, id, type, subject, at, "recordedAt", actor, data,
    decode("dataHash", 'hex'), "correlationId", decode(hash, 'hex')
  from opened`

function logged(event: ChainedEvent) {
  return { ...event, dataHash: event.dataHash.toString('hex') }
}
