import { Refusal } from '../../core/kernel/decider.ts'
import type { Queryable } from '../../store/db.ts'
import { failAsRecorded, type TakenObligation, takenObligations } from '../../store/obligations/taken.ts'

type Place = { channel?: string | undefined; destination?: string | undefined }
type Asked = { caseId: string; call: 'deliver' | 'effectuate'; subject?: string } & Place

/**
 * The entry of the ledger that a failure is about which a person records: what a binding has taken, at the place that the
 * failure names. Undefined where it was not sent by a binding.
 */
export async function sentBy(db: Queryable, asked: Asked): Promise<TakenObligation | undefined> {
  const found = (await takenObligations(db, { port: 'output', ...asked })).filter((one) =>
    concern(one, asked),
  )
  if (found.length < 2) return found[0]
  if (asked.call === 'effectuate') return undefined
  const where = found.map(({ binding, channel }) => (channel === null ? binding : `${binding} (${channel})`))
  throw new Refusal(
    'invalid',
    `This was delivered by ${where.join(' and ')}: say by channel and destination which of them has failed.`,
  )
}

/** The ledger says the same as the case, in its transaction. */
export const failEntry = (entry: TakenObligation | undefined, at: Date) =>
  entry && {
    also: async (tx: Queryable, isNews: boolean) => isNews && failAsRecorded(tx, entry.id, at),
  }

const concern = (one: { channel: string | null; destination: string | null }, other: Place) =>
  (['channel', 'destination'] as const).every(
    (field) => one[field] === null || other[field] === undefined || one[field] === other[field],
  )
