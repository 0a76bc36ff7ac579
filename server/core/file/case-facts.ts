import type { CaseCorrection, Corrected } from '@portico/contract/cases'
import { type Context, type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { namesOf, refuseUnknownWord } from '../kernel/known-words.ts'

export type CaseFactsCommand = { type: 'correctCase'; caseId: string; why: string } & CaseCorrection

export type CaseFactsState = CaseCorrection

/** Corrections to a case; each keeps the previous values. */
export const caseFacts: Decider<CaseFactsCommand, CaseFactsState> = {
  name: 'caseFacts',
  needs: { correctCase: 'correctCases' },
  stateVersion: 1,
  reads: () => ({ types: ['case.opened', 'case.docketed', 'case.corrected'] }),
  initial: {},

  evolve(state, event) {
    switch (event.type) {
      case 'case.opened': {
        const { caseType, veteran } = event.data
        return { ...state, caseType, veteran }
      }
      case 'case.docketed':
        return { ...state, docket: event.data.docket }
      case 'case.corrected': {
        const { was: _, why: __, isCourtRemand: ___, ...said } = event.data
        return { ...state, ...said }
      }
      default:
        return state
    }
  },

  decide({ type: _, caseId, why, ...said }, state, { profile }) {
    refuseUnknown(said, state, profile)
    const changed = correctedIn(said).filter(
      (name) => JSON.stringify(said[name]) !== JSON.stringify(state[name]),
    )
    if (changed.length === 0) return []
    const pick = (from: CaseCorrection): CaseCorrection =>
      Object.fromEntries(changed.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
    const isCourtRemand = profile.caseTypes.find(({ name }) => name === said.caseType)?.isCourtRemand ?? false
    const data: Corrected = {
      ...pick(said),
      ...(changed.includes('caseType') ? { isCourtRemand } : {}),
      was: pick(state),
      why,
    }
    return [{ type: 'case.corrected', subject: caseId, data } satisfies Fact]
  },
}

const correctedIn = (said: CaseCorrection) => Object.keys(said) as (keyof CaseCorrection)[]

function refuseUnknown(said: CaseCorrection, state: CaseFactsState, profile: Context['profile']) {
  if (correctedIn(said).length === 0) {
    throw new Refusal('invalid', 'Say what is corrected: caseType, docket, veteran or externalStatus.')
  }
  if (said.caseType !== undefined) refuseUnknownWord('case type', said.caseType, namesOf(profile.caseTypes))
  if (said.docket === undefined) return
  refuseUnknownWord('docket', said.docket, namesOf(profile.dockets))
  if (state.docket === undefined) {
    throw new Refusal('stateForbids', 'The case is on no docket yet: docket it instead.')
  }
}
