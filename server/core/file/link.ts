import type { SharedContent } from '@portico/contract/links'
import { type Decider, type Fact, Refusal } from '../kernel/decider.ts'

export type LinkCommand = {
  type: 'linkCase'
  caseId: string
  linkedCaseId: string
  shared: SharedContent
}

export type LinksState = {
  docketNumber: string
  linked: string[]
  isClosed: boolean
  /** Which case each issue goes on in. */
  continued: Record<string, string>
  /** The case that goes on with a substitute in place of this one. */
  substitutedBy?: string
}

/** The cases that continue this one. */
export const links: Decider<LinkCommand, LinksState> = {
  name: 'links',
  needs: { linkCase: 'linkCases' },
  stateVersion: 3,
  reads: () => ({ types: ['case.opened', 'case.linked', 'case.closed', 'case.reopened'] }),
  initial: { docketNumber: '', linked: [], isClosed: false, continued: {} },

  evolve(state, event) {
    switch (event.type) {
      case 'case.opened':
        return { ...state, docketNumber: event.data.docketNumber }
      case 'case.linked':
        return {
          ...state,
          linked: [...state.linked, event.data.caseId],
          continued: { ...state.continued, ...continuedBy(event.data) },
          ...(event.data.kind === 'substitution' && event.data.direction === 'to'
            ? { substitutedBy: event.data.caseId }
            : {}),
        }
      case 'case.closed':
        return { ...state, isClosed: true }
      case 'case.reopened':
        return { ...state, isClosed: false }
      default:
        return state
    }
  },

  decide({ caseId, linkedCaseId, shared }, state) {
    const { kind, why } = shared
    if (state.linked.includes(linkedCaseId)) return []
    if (state.linked.length >= mostLinks) {
      throw new Refusal('stateForbids', `A case has at most ${mostLinks} links.`)
    }
    const again = shared.issues.find(({ id }) => Object.hasOwn(state.continued, id))
    if (again) {
      throw new Refusal(
        'stateForbids',
        `The issue ${again.id} goes on as the case ${state.continued[again.id]}: it is alive in one case alone.`,
      )
    }
    if (kind === 'substitution' && state.substitutedBy) {
      throw new Refusal(
        'stateForbids',
        `The case goes on as the case ${state.substitutedBy} since a substitution: work on that one.`,
      )
    }
    if (kind === 'split' && state.isClosed) {
      throw new Refusal('stateForbids', 'The case is closed: nothing can be split off.')
    }
    if (kind !== 'remand' && shared.isCourtRemand) {
      throw new Refusal('invalid', 'isCourtRemand must be left out unless the kind is remand.')
    }
    if ((shared.isCourtRemand === true) !== (shared.mandate !== undefined)) {
      throw new Refusal(
        'invalid',
        shared.isCourtRemand
          ? 'mandate must name the document with the mandate of the court: a remand by a court needs it.'
          : 'mandate must be left out unless a court has sent the case back.',
      )
    }
    if ((kind === 'substitution') !== (shared.substitute !== undefined)) {
      throw new Refusal(
        'invalid',
        shared.substitute
          ? 'substitute must be left out unless the kind is substitution.'
          : 'substitute must say who takes the place of whom: a substitution needs it.',
      )
    }
    const { docketNumber } = state
    const data = { kind, direction: 'to' as const, caseId: linkedCaseId, docketNumber, why, shared }
    return [{ type: 'case.linked', subject: caseId, data }]
  },
}

function continuedBy({ direction, caseId, shared }: Fact<'case.linked'>['data']): Record<string, string> {
  if (direction !== 'to') return {}
  return Object.fromEntries((shared?.issues ?? []).map(({ id }) => [id, caseId]))
}

const mostLinks = 100
