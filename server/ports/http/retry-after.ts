/** Seconds, or a date, as HTTP has it. */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
