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
  const type = findWord(issueTypes, issueType, 'issue type')
  if (benefitType === undefined) return
  findWord(benefitTypes, benefitType, 'benefit type')
  if (type.benefitTypes.length > 0 && !type.benefitTypes.includes(benefitType)) {
    throw new Refusal(
      'invalid',
      `benefitType of an issue of the type ${issueType} must be ${oneOf(type.benefitTypes)}: it is ${benefitType}.`,
    )
  }
}

/** Reasons must be in the disposition's groups, without duplicates, with a timing if the group requires it. */
export function refuseUnknownDecision(
  { dispositions, reasonGroups, reasonTimings }: IssueWords,
  disposition: string,
  reasons: readonly DispositionReason[],
) {
  const { reasons: reasonRule } = findWord(dispositions, disposition, 'disposition')
  if (reasonRule === 'none' && reasons.length > 0) {
    throw new Refusal('invalid', `reasons must be left out with the disposition ${disposition}.`)
  }
  if (reasonRule === 'required' && reasons.length === 0) {
    throw new Refusal('invalid', `reasons must have at least 1 entry with the disposition ${disposition}.`)
  }
  const groups = reasonGroups.filter((group) => group.dispositions.includes(disposition))
  const seen = new Set<string>()
  for (const { reason, timing } of reasons) {
    const group = groups.find(({ reasons }) => reasons.some(({ name }) => name === reason))
    if (!group) {
      const offered = groups.flatMap(({ reasons }) => namesOf(reasons))
      const place = ` of the disposition ${disposition}`
      throw new Refusal('invalid', unknownWord('reason', reason, offered, place))
    }
    if (timing !== undefined) findWord(reasonTimings, timing, 'timing of a reason')
    if (group.asksTiming && timing === undefined) {
      throw new Refusal('invalid', `timing of the reason ${reason} must be ${oneOf(namesOf(reasonTimings))}.`)
    }
    if (!group.asksTiming && timing !== undefined) {
      throw new Refusal('invalid', `timing must be left out with the reason ${reason}.`)
    }
    if (seen.has(`${reason} ${timing}`))
      throw new Refusal('invalid', `reasons must not have ${reason} twice.`)
    seen.add(`${reason} ${timing}`)
  }
}

/** Instructions are allowed only for remanded issues; each may refer to one of the reasons. */
export function refuseStrayInstructions(
  { dispositions }: IssueWords,
  {
    disposition,
    reasons = [],
    instructions = [],
  }: Pick<DecideIssue, 'disposition' | 'reasons' | 'instructions'>,
): NonNullable<DecideIssue['instructions']> {
  if (instructions.length === 0) return []
  if (!findWord(dispositions, disposition, 'disposition').sendsBack) {
    throw new Refusal(
      'invalid',
      `instructions must be left out with the disposition ${disposition}, which does not remand.`,
    )
  }
  const reasonNames = reasons.map(({ reason }) => reason)
  const stray = instructions.find(({ reason }) => reason !== undefined && !reasonNames.includes(reason))
  if (stray)
    throw new Refusal('invalid', unknownWord('reason', stray.reason ?? '', reasonNames, ' of this decision'))
  return instructions.map(({ text, reason }) => ({
    text: text.trim(),
    ...(reason === undefined ? {} : { reason }),
  }))
}

export function refuseUnknownIneligibility({ ineligibility }: IssueWords, reason: string) {
  findWord(ineligibility, reason, 'reason of ineligibility')
}

function findWord<Kind extends Word>(words: readonly Kind[], name: string, what: string): Kind {
  const found = words.find((word) => word.name === name)
  if (found) return found
  throw new Refusal('invalid', unknownWord(what, name, namesOf(words)))
}
