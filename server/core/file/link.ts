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
  /** By issue, the case in which it continues. */
  continued: Record<string, string>
  /** The case that continues this one with a substitute. */
  substitutedBy?: string
}

/** The cases that this one is linked to. */
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
    if (state.linked.length >= maxLinks) {
      throw new Refusal('stateForbids', `A case has at most ${maxLinks} links, and this one has them all.`)
    }
    const continuedIssue = shared.issues.find(({ id }) => Object.hasOwn(state.continued, id))
    if (continuedIssue) {
      throw new Refusal(
        'stateForbids',
        `The issue ${continuedIssue.id} already continues in the case ${state.continued[continuedIssue.id]}, and can be active in only one case.`,
      )
    }
    if (kind === 'substitution' && state.substitutedBy) {
      throw new Refusal(
        'stateForbids',
        `The case was continued as the case ${state.substitutedBy} by a substitution: use that case.`,
      )
    }
    if (kind === 'split' && state.isClosed) {
      throw new Refusal('stateForbids', 'A closed case cannot be split.')
    }
    if (kind !== 'remand' && shared.isCourtRemand) {
      throw new Refusal('invalid', 'isCourtRemand must be left out unless the kind is remand.')
    }
    if ((shared.isCourtRemand === true) !== (shared.mandate !== undefined)) {
      throw new Refusal(
        'invalid',
        shared.isCourtRemand
          ? 'mandate must be the ID of the document with the mandate of the court.'
          : 'mandate must be left out unless isCourtRemand is true.',
      )
    }
    if ((kind === 'substitution') !== (shared.substitute !== undefined)) {
      throw new Refusal(
        'invalid',
        shared.substitute
          ? 'substitute must be left out unless the kind is substitution.'
          : 'substitute must name the original party and its substitute: a substitution needs both.',
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

const maxLinks = 100
