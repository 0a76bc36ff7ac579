import type { SharedContent } from '@portico/contract/links'
import { nowOf } from '../../core/decision/remand-issues.ts'
import type { RemandState, RemandsState } from '../../core/decision/remand-state.ts'
import { authorOf, type Fact, type Recorded } from '../../core/kernel/decider.ts'
import { derivedId } from '../../core/kernel/ids.ts'
import type { Queryable } from '../../store/db.ts'
import { readRemands } from '../decisions/read-remands.ts'

type Told = Recorded & { sequence: number }
type Sharing = { from: string; to: string; shared: SharedContent }

/**
 * The remands whose work had come back before issues were split off, as the new case has them: with the instructions about
 * these issues, to be judged there. Answers and judgments stay: they cite the pages of the first case.
 */
export async function returnedRemands(db: Queryable, { from, to, shared }: Sharing): Promise<Fact[]> {
  const state = await readRemands(db, from)
  const going = new Map<RemandState, Map<string, string>>()
  for (const { id, as } of shared.issues) {
    const remand = state.remands.findLast(({ issueIds }) => nowOf(state, issueIds).includes(id))
    if (remand?.status !== 'returned' || state.issues[id]?.signedIn !== undefined) continue
    going.set(remand, (going.get(remand) ?? new Map<string, string>()).set(id, as))
  }
  const documents = new Map(shared.documents.map(({ id, as }) => [id, as]))
  const facts: Fact[] = []
  for (const [remand, issues] of going)
    for (const event of await eventsOf(db, from, remand.id)) {
      const remandId = derivedId('remand', { id: to, at: remand.sentAt }, remand.id)
      const data = dataThere(event, { state, issues, documents })
      const carried = { caseId: from, sequence: event.sequence, by: authorOf(event), at: event.at }
      facts.push({ type: event.type, subject: remandId, data: { ...data, remandId }, carried } as Fact)
    }
  return facts
}

async function eventsOf(db: Queryable, caseId: string, remandId: string): Promise<Told[]> {
  const rows = await db.rows<Omit<Told, 'at'> & { at: Date; behalf: object | null }>(
    `select type, subject, sequence, at, actor, on_behalf_of as behalf, data from events
     where case_id = $1 and subject = $2 and data is not null
       and type in ('remand.sentBack', 'remand.received', 'remand.mandateCorrected', 'remand.returned')
     order by sequence`,
    [caseId, remandId],
  )
  return rows.map(
    ({ at, behalf, ...event }) =>
      ({ ...event, ...(behalf ? { onBehalfOf: behalf } : {}), at: at.toISOString() }) as unknown as Told,
  )
}

type There = {
  state: RemandsState
  issues: ReadonlyMap<string, string>
  documents: ReadonlyMap<string, string>
}

function dataThere({ type, data }: Told, { state, issues, documents }: There): object {
  const nowThere = (ids: readonly string[]) => nowOf(state, ids).flatMap((id) => issues.get(id) ?? [])
  switch (type) {
    case 'remand.sentBack':
    case 'remand.received': {
      // The decision stays with the case that it was made in, and so does what was decided.
      const { decided: _, issueIds, instructions, ...sent } = data
      const { workProductId: __, ...kept } = { workProductId: undefined, ...sent }
      return {
        ...kept,
        ...('documentId' in kept ? { documentId: documents.get(kept.documentId) ?? kept.documentId } : {}),
        issueIds: nowThere(issueIds),
        instructions: instructions.flatMap(({ issueId, ...instruction }) => {
          if (issueId === undefined) return [instruction]
          const [as] = nowThere([issueId])
          return as === undefined ? [] : [{ ...instruction, issueId: as }]
        }),
      }
    }
    case 'remand.returned': {
      const documentIds = data.documentIds.flatMap((id) => documents.get(id) ?? [])
      return { ...data, issueIds: nowThere(data.issueIds), documentIds }
    }
    default:
      return data as object
  }
}
