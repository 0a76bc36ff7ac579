import { authorOf, type Recorded } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { undecided } from './remand-issues.ts'
import type { RemandInstruction, RemandState, RemandsState } from './remand-state.ts'

/** What becomes of a remand: sent back, answered, returned, ended. */
export function evolveRemand(state: RemandsState, event: Recorded): RemandsState {
  switch (event.type) {
    case 'remand.sentBack': {
      const { remandId: id, workProductId, issueIds, to, adjudicator, instructions } = event.data
      const remand: RemandState = {
        id,
        kind: 'board',
        status: 'sentBack',
        issueIds,
        ...withoutUndefined({ workProductId, adjudicator }),
        to,
        sentAt: event.at,
        instructions: instructions.map((instruction) => ({ ...instruction, answers: [] })),
      }
      return undecided({ ...state, remands: [...state.remands, remand] }, issueIds)
    }
    case 'remand.received': {
      const { remandId: id, documentId, court, mandateOn, issueIds, instructions } = event.data
      const remand: RemandState = {
        id,
        kind: 'court',
        status: 'returned',
        issueIds,
        mandate: { documentId, mandateOn, ...withoutUndefined({ court }) },
        sentAt: event.at,
        instructions: instructions.map((instruction) => ({ ...instruction, answers: [] })),
      }
      return undecided({ ...state, remands: [...state.remands, remand] }, issueIds)
    }
    case 'remand.mandateCorrected': {
      const { remandId, mandateOn } = event.data
      return changed(state, remandId, ({ mandate }) => ({ mandate: mandate && { ...mandate, mandateOn } }))
    }
    case 'remand.progressed': {
      const { remandId, status, note } = event.data
      const progress = { status, ...withoutUndefined({ note }), ...told(event) }
      return changed(state, remandId, () => ({ status, progress }))
    }
    case 'remand.returned': {
      const { remandId, documentIds, receivedOn, why, goesTo, goesToWhy } = event.data
      const returned = {
        receivedOn,
        documentIds,
        goesTo,
        ...withoutUndefined({ why, goesToWhy }),
        ...told(event),
      }
      return changed(state, remandId, () => ({ status: 'returned', returned }))
    }
    case 'remand.answered': {
      const { remandId, instructionId, answerId: id, anchor, note } = event.data
      const answer = { id, anchor, ...withoutUndefined({ note }), ...told(event) }
      return instructed(state, { remandId, instructionId }, (one) => ({
        ...one,
        answers: [...one.answers, answer],
      }))
    }
    case 'remand.answerRemoved': {
      const { answerId } = event.data
      return instructed(state, event.data, (one) => ({
        ...one,
        answers: one.answers.filter(({ id }) => id !== answerId),
      }))
    }
    case 'remand.instructionJudged': {
      const { result, why } = event.data
      const judgment = { result, ...withoutUndefined({ why }), ...told(event) }
      return instructed(state, event.data, (one) => ({ ...one, judgment }))
    }
    case 'remand.ended': {
      const { remandId, how, why } = event.data
      return changed(state, remandId, () => ({ status: 'ended', ended: { how, why, ...told(event) } }))
    }
    case 'remand.resumed': {
      const { remandId, issueIds } = event.data
      return changed(undecided(state, issueIds), remandId, ({ ended: _, progress, ...remand }) => ({
        ...remand,
        issueIds,
        status: progress?.status === 'workDone' ? 'workDone' : progress ? 'acknowledged' : 'sentBack',
        ended: undefined,
      }))
    }
    default:
      return state
  }
}

const told = (event: Recorded) => ({ by: authorOf(event).name, at: event.at })

function changed(
  state: RemandsState,
  remandId: string,
  change: (remand: RemandState) => Partial<{ [Key in keyof RemandState]: RemandState[Key] | undefined }>,
): RemandsState {
  const remands = state.remands.map((remand) =>
    remand.id === remandId ? (withoutUndefined({ ...remand, ...change(remand) }) as RemandState) : remand,
  )
  return { ...state, remands }
}

function instructed(
  state: RemandsState,
  { remandId, instructionId }: { remandId: string; instructionId: string },
  change: (instruction: RemandInstruction) => RemandInstruction,
): RemandsState {
  return changed(state, remandId, ({ instructions }) => ({
    instructions: instructions.map((one) => (one.id === instructionId ? change(one) : one)),
  }))
}
