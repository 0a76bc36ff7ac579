import { fromDigits } from '../../core/time/moments.ts'
import type { CheckedSeal } from '../../files/decision/check-message.ts'

/** When a seal says that it was made. */
export function sealedAt({ at }: Pick<CheckedSeal, 'at'>): Date | undefined {
  const [, digits] = /^D:(\d{14})Z/.exec(at ?? '') ?? []
  return digits === undefined ? undefined : fromDigits(digits)
}
