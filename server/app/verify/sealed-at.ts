import type { CheckedSeal } from '../../files/decision/check-message.ts'

/** When a seal says that it was made. */
export function sealedAt({ at }: Pick<CheckedSeal, 'at'>): Date | undefined {
  const [, year, month, day, time] = /^D:(\d{4})(\d\d)(\d\d)(\d{6})Z/.exec(at ?? '') ?? []
  if (!time) return undefined
  const made = new Date(`${year}-${month}-${day}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`)
  return Number.isNaN(made.getTime()) ? undefined : made
}
