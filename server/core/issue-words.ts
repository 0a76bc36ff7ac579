import type { DispositionReason } from '@portico/contract/issues'
import { Refusal } from './kernel.ts'

type Word = { name: string }

/** What a profile says of issues. */
export type IssueWords = {
  benefitTypes: readonly Word[]
  issueTypes: readonly (Word & { benefitTypes: readonly string[] })[]
  dispositions: readonly (Word & { reasons: 'none' | 'optional' | 'required' })[]
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
  const type = known(issueTypes, issueType, 'an issue type')
  if (benefitType === undefined) return
  known(benefitTypes, benefitType, 'a benefit type')
  if (type.benefitTypes.length > 0 && !type.benefitTypes.includes(benefitType)) {
    throw new Refusal('invalid', `An issue of the type ${issueType} is not of the benefit ${benefitType}.`)
  }
}

/** Reasons are those of the disposition's groups, each once, with when it arose where its group asks. */
export function refuseUnknownDecision(
  { dispositions, reasonGroups, reasonTimings }: IssueWords,
  disposition: string,
  given: readonly DispositionReason[],
) {
  const { reasons: asked } = known(dispositions, disposition, 'a disposition')
  if (asked === 'none' && given.length > 0) {
    throw new Refusal('invalid', `The disposition ${disposition} has no reasons.`)
  }
  if (asked === 'required' && given.length === 0) {
    throw new Refusal('invalid', `The disposition ${disposition} needs a reason.`)
  }
  const groups = reasonGroups.filter((group) => group.dispositions.includes(disposition))
  const seen = new Set<string>()
  for (const { reason, timing } of given) {
    const group = groups.find(({ reasons }) => reasons.some(({ name }) => name === reason))
    if (!group)
      throw new Refusal('invalid', `${shown(reason)} is not a reason of the disposition ${disposition}.`)
    if (timing !== undefined) known(reasonTimings, timing, 'a time at which a reason arises')
    if (group.asksTiming && timing === undefined) {
      throw new Refusal('invalid', `The reason ${reason} says when it arose: give its timing.`)
    }
    if (!group.asksTiming && timing !== undefined) {
      throw new Refusal('invalid', `The reason ${reason} has no timing.`)
    }
    if (seen.has(`${reason} ${timing}`)) throw new Refusal('invalid', `The reason ${reason} is given twice.`)
    seen.add(`${reason} ${timing}`)
  }
}

export function refuseUnknownIneligibility({ ineligibility }: IssueWords, reason: string) {
  known(ineligibility, reason, 'a reason why an issue is not eligible')
}

function known<Known extends Word>(words: readonly Known[], name: string, what: string): Known {
  const found = words.find((word) => word.name === name)
  if (found) return found
  throw new Refusal('invalid', `${shown(name)} is not ${what} of the profile.`)
}

const shown = (word: string) => word.slice(0, 100)
