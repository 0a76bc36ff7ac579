import Type from '@portico/contract/type'
import type { ChainedEvent } from '../store/events/append.ts'
import { defineJob } from './define-job.ts'

const onChange = (event: ChainedEvent) =>
  isMadeHere(event) ? { partyId: event.subject, caseId: event.caseId } : undefined

export const spreadParty = defineJob({
  name: 'spreadParty',
  does: 'Applies a change of a party to their other cases',
  lane: 'prompt',
  needs: ['spreadParty', 'warn'],
  payload: Type.Object({ partyId: Type.String(), caseId: Type.String() }),
  key: ({ partyId, caseId }) => `${caseId} ${partyId}`,
  on: { 'party.recorded': onChange, 'party.representationChanged': onChange, 'party.merged': onChange },
  async run(changed, { parts, signal }) {
    const { refused } = await parts.spreadParty(changed, signal)
    if (refused > 0) parts.warn({ refused }, 'cases refused a change of a party')
  },
})

/**
 * On the case where somebody changed it; a power of attorney ends on each by itself. A party that was loaded, or that
 * a case was opened with, is on one case only: its id is made for it there.
 */
function isMadeHere({ data }: ChainedEvent): boolean {
  const { origin, alias, asOpened, change } = (data ?? {}) as Record<string, unknown>
  return origin === undefined && alias === undefined && asOpened === undefined && change !== 'ended'
}
