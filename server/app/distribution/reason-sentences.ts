import type { Profile } from '@portico/contract/profile'
import type { RankReason, Reason } from '../../core/work/distribution.ts'

type Words = Pick<Profile, 'priority' | 'dockets'>

/** Why a case was given, as a sentence. */
export function sentenceFor(reason: Reason, words: Words): string {
  switch (reason.because) {
    case 'session':
      return `It is kept until ${day(reason.keptUntil)} for whoever held its session.`
    case 'decision':
      return `It is kept until ${day(reason.keptUntil)} for whoever decided it before.`
    case 'docketGoal': {
      const label = words.dockets.find(({ name }) => name === reason.docket)?.label ?? reason.docket
      return `${label}: the goal of ${reason.goalDays} days makes it due on ${reason.due}.`
    }
    default:
      return rankSentence(reason.because, words)
  }
}

/** Why a case has its rank in the national list, as a sentence. */
export function rankSentence(because: RankReason, { priority }: Pick<Words, 'priority'>): string {
  return priority.order.find(({ when }) => when === because)?.why ?? priority.otherwise
}

const day = (time: string) => time.slice(0, 10)
