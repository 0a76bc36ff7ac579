import { msBetween } from '../../core/time/moments.ts'
/** Seconds, or a date, as HTTP has it. */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : msBetween(now, header)
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
