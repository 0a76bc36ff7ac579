import type { Finding } from '@portico/contract/decision-package'
import {
  type DecisionFacts,
  type DecisionParty,
  type DecisionWords,
  issueTitle,
  labelOf,
  partyName,
} from './facts.ts'

/** What bars decisions on the merits, with the dispositions that can still be signed. */
type Bar = {
  code: string
  /** The reason, as a clause. */
  why: string
  remaining: readonly string[]
  more: Pick<Finding, 'partyId' | 'taskId'>
}

/** The issues whose dispositions cannot be signed, because the claimant has died or mail that would end them is open. */
export function barredFindings(facts: DecisionFacts): Finding[] {
  const { words, issues } = facts
  return [...deathBars(facts), ...mailBars(facts)].flatMap(({ code, why, remaining, more }) => {
    const labels = remaining.map((name) => labelOf(words.dispositions, name))
    const isBarred = (disposition: string) => !remaining.includes(disposition)
    return issues.flatMap((issue, index): Finding[] => {
      const { decision } = issue
      if (!decision || !isBarred(decision.disposition)) return []
      const decided = labelOf(words.dispositions, decision.disposition)
      const options =
        labels.length > 0 ? `It can be signed as ${labels.join(' or ')}.` : 'It cannot be signed.'
      const sentence = `Issue ${index + 1}, “${issueTitle(words, issue)}”, is decided as ${decided}, but ${why}. ${options}`
      return [{ code, sentence, issueId: issue.id, dispositions: [...remaining], why, ...more }]
    })
  })
}

/**
 * The first claimant who has died. Recording another party does not lift the bar; a substitution does, by opening a case
 * without them.
 */
function deathBars({ words, parties }: DecisionFacts): Bar[] {
  const remaining = words.dispositions.filter(isSignedAfterDeath).map(({ name }) => name)
  const isClaimant = ({ role }: DecisionParty) =>
    words.partyRoles.some(({ name, isClaimant }) => name === role && isClaimant === true)
  const deceased = parties.filter(isClaimant).flatMap((party) => {
    const why = deathClause(party)
    return why === undefined ? [] : [{ why, party }]
  })
  return deceased
    .slice(0, 1)
    .map(({ why, party }) => ({ code: 'claimantDeceased', why, remaining, more: { partyId: party.id } }))
}

/** A death recorded on the case, or one in the directory that conflicts with the case and is not settled. */
function deathClause(party: DecisionParty): string | undefined {
  const { person, directory, conflicts = [] } = party
  if (person?.deathDate !== undefined) return `${partyName(party)} has died`
  const isUnsettled = conflicts.some(({ field }) => field === 'person' || field === 'person.deathDate')
  if (directory?.person?.deathDate === undefined || !isUnsettled) return undefined
  return `the directory says that ${partyName(party)} has died, and the conflict with the case is not settled`
}

/** A disposition that needs no evidence is not a decision on the merits. */
const isSignedAfterDeath = ({ afterDeath, needsEvidence }: DecisionWords['dispositions'][number]) =>
  afterDeath ?? needsEvidence === false

function mailBars({ words, openTasks = [] }: DecisionFacts): Bar[] {
  return openTasks.flatMap(({ id, type }) => {
    const taskType = words.taskTypes?.find(({ name }) => name === type)
    const remaining = taskType?.onlySigns ?? (endsCase(words, type) ? withoutEvidence(words) : undefined)
    if (!remaining) return []
    return [
      { code: 'mailOpen', why: `“${taskType?.label ?? type}” is open`, remaining, more: { taskId: id } },
    ]
  })
}

/** Whether the case closes when the task of some mail is completed. */
function endsCase({ mailTypes = [], workflows = [] }: DecisionWords, type: string): boolean {
  if (!mailTypes.some(({ taskType }) => taskType === type)) return false
  return workflows.some(({ rules }) =>
    rules.some(
      ({ on, do: steps }) =>
        on.event === 'task.completed' && on.task?.includes(type) && steps.some((step) => 'close' in step),
    ),
  )
}

const withoutEvidence = ({ dispositions }: DecisionWords) =>
  dispositions.filter(({ needsEvidence }) => needsEvidence === false).map(({ name }) => name)
