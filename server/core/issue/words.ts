import type { DecideIssue, DispositionReason } from '@portico/contract/issues'
import { Refusal } from '../kernel/decider.ts'
import { namesOf, oneOf, unknownWord } from '../kernel/known-words.ts'

type Word = { name: string }

/** The part of the profile about issues. */
export type IssueWords = {
  benefitTypes: readonly Word[]
  issueTypes: readonly (Word & { benefitTypes: readonly string[] })[]
  dispositions: readonly (Word & { reasons: 'none' | 'optional' | 'required'; sendsBack?: boolean })[]
  reasonGroups: readonly {
    dispositions: readonly string[]
    asksTiming: boolean
    reasons: readonly Word[]
  }[]
  reasonTimings: readonly Word[]
  ineligibility: readonly Word[]
}

export function refuseUnknownType(
  { issueTypes, benefitTypes }: IssueWords,
  { issueType, benefitType }: { issueType: string; benefitType?: string | undefined },
) {
  const type = known(issueTypes, issueType, 'issue type')
  if (benefitType === undefined) return
  known(benefitTypes, benefitType, 'benefit type')
  if (type.benefitTypes.length > 0 && !type.benefitTypes.includes(benefitType)) {
    throw new Refusal(
      'invalid',
      `An issue of the type ${issueType} is not of the benefit ${benefitType}: benefitType must be ${oneOf(type.benefitTypes)}.`,
    )
  }
}

/** Reasons must be in the disposition's groups, without duplicates, with a timing if the group requires it. */
export function refuseUnknownDecision(
  { dispositions, reasonGroups, reasonTimings }: IssueWords,
  disposition: string,
  given: readonly DispositionReason[],
) {
  const { reasons: asked } = known(dispositions, disposition, 'disposition')
  if (asked === 'none' && given.length > 0) {
    throw new Refusal('invalid', `The disposition ${disposition} takes no reasons: leave reasons out.`)
  }
  if (asked === 'required' && given.length === 0) {
    throw new Refusal(
      'invalid',
      `reasons must have at least 1 entry: the disposition ${disposition} needs a reason.`,
    )
  }
  const groups = reasonGroups.filter((group) => group.dispositions.includes(disposition))
  const seen = new Set<string>()
  for (const { reason, timing } of given) {
    const group = groups.find(({ reasons }) => reasons.some(({ name }) => name === reason))
    if (!group) {
      const offered = groups.flatMap(({ reasons }) => namesOf(reasons))
      const of = ` of the disposition ${disposition}`
      throw new Refusal('invalid', unknownWord('reason', reason, offered, of))
    }
    if (timing !== undefined) known(reasonTimings, timing, 'timing of a reason')
    if (group.asksTiming && timing === undefined) {
      throw new Refusal(
        'invalid',
        `timing must say when the reason ${reason} arose: ${oneOf(namesOf(reasonTimings))}.`,
      )
    }
    if (!group.asksTiming && timing !== undefined) {
      throw new Refusal('invalid', `The reason ${reason} takes no timing: leave timing out.`)
    }
    if (seen.has(`${reason} ${timing}`))
      throw new Refusal('invalid', `reasons must not name ${reason} twice.`)
    seen.add(`${reason} ${timing}`)
  }
}

/** Instructions are for what is sent back, and each answers one of its reasons, or none. */
export function refuseStrayInstructions(
  { dispositions }: IssueWords,
  {
    disposition,
    reasons = [],
    instructions = [],
  }: Pick<DecideIssue, 'disposition' | 'reasons' | 'instructions'>,
): NonNullable<DecideIssue['instructions']> {
  if (instructions.length === 0) return []
  if (!known(dispositions, disposition, 'disposition').sendsBack) {
    throw new Refusal('invalid', `The disposition ${disposition} sends nothing back: leave instructions out.`)
  }
  const given = reasons.map(({ reason }) => reason)
  const stray = instructions.find(({ reason }) => reason !== undefined && !given.includes(reason))
  if (stray)
    throw new Refusal('invalid', unknownWord('reason', stray.reason ?? '', given, ' of this decision'))
  return instructions.map(({ text, reason }) => ({
    text: text.trim(),
    ...(reason === undefined ? {} : { reason }),
  }))
}

export function refuseUnknownIneligibility({ ineligibility }: IssueWords, reason: string) {
  known(ineligibility, reason, 'reason of ineligibility')
}

function known<Known extends Word>(words: readonly Known[], name: string, what: string): Known {
  const found = words.find((word) => word.name === name)
  if (found) return found
  throw new Refusal('invalid', unknownWord(what, name, namesOf(words)))
}
