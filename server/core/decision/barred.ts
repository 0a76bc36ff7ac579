import type { Finding } from '@portico/contract/decision-package'
import { partyName } from '../party/names.ts'
import { type DecisionFacts, type DecisionParty, type DecisionWords, issueTitle, labelOf } from './facts.ts'

/** What bars decisions on the merits: a sentence that says so, and the dispositions that can be signed nevertheless. */
type Bar = {
  code: string
  /** What is so, as the reason in a sentence. */
  why: string
  remaining: readonly string[]
  more: Pick<Finding, 'partyId' | 'taskId'>
}

/** The issues that are decided as they cannot be signed: for a claimant who has died, or over mail that would end them. */
export function barredFindings(facts: DecisionFacts): Finding[] {
  const { words, issues } = facts
  return [...deaths(facts), ...openMail(facts)].flatMap(({ code, why, remaining, more }) => {
    const labels = remaining.map((name) => labelOf(words.dispositions, name))
    const isBarred = (disposition: string) => !remaining.includes(disposition)
    return issues.flatMap((issue, index): Finding[] => {
      const { decision } = issue
      if (!decision || !isBarred(decision.disposition)) return []
      const decided = labelOf(words.dispositions, decision.disposition)
      const can = labels.length > 0 ? `It can be signed as ${labels.join(' or ')}.` : 'It cannot be signed.'
      const sentence = `Issue ${index + 1}, “${issueTitle(words, issue)}”, is decided as ${decided}, but ${why}. ${can}`
      return [{ code, sentence, issueId: issue.id, dispositions: [...remaining], why, ...more }]
    })
  })
}

/**
 * The first claimant who has died. Nobody takes their place by being entered as a party: a substitution does, and the
 * case that it opens is without them.
 */
function deaths({ words, parties }: DecisionFacts): Bar[] {
  const remaining = words.dispositions.filter(isSignedAfterDeath).map(({ name }) => name)
  const isClaimant = ({ role }: DecisionParty) =>
    words.partyRoles.some(({ name, isClaimant }) => name === role && isClaimant === true)
  const told = parties.filter(isClaimant).flatMap((party) => {
    const why = deathOf(party)
    return why === undefined ? [] : [{ why, party }]
  })
  return told
    .slice(0, 1)
    .map(({ why, party }) => ({ code: 'claimantDeceased', why, remaining, more: { partyId: party.id } }))
}

/** What says so: the case, or the directory while nobody has settled which of the two is right. */
function deathOf(party: DecisionParty): string | undefined {
  const { person, directory, conflicts = [] } = party
  if (person?.deathDate !== undefined) return `${partyName(party)} has died`
  const isUnsettled = conflicts.some(({ field }) => field === 'person' || field === 'person.deathDate')
  if (directory?.person?.deathDate === undefined || !isUnsettled) return undefined
  return `the directory says that ${partyName(party)} has died, and the conflict with the case is not settled`
}

/** What rests on no evidence is no decision on the merits. */
const isSignedAfterDeath = ({ afterDeath, needsEvidence }: DecisionWords['dispositions'][number]) =>
  afterDeath ?? needsEvidence === false

function openMail({ words, openTasks = [] }: DecisionFacts): Bar[] {
  return openTasks.flatMap(({ id, type }) => {
    const known = words.taskTypes?.find(({ name }) => name === type)
    const remaining = known?.onlySigns ?? (endsCase(words, type) ? withoutEvidence(words) : undefined)
    if (!remaining) return []
    return [{ code: 'mailOpen', why: `“${known?.label ?? type}” is open`, remaining, more: { taskId: id } }]
  })
}

/** Mail whose task closes the case once it is completed, in a profile that does not say what may be signed meanwhile. */
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
