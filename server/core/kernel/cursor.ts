/** A place in the log: a position, and its epoch if known. Written `123@7`, or `123`. */
export type Cursor = { position: number; epoch?: number | undefined }

export const cursorPattern = /^(\d{1,15})(?:@(\d{1,15}))?$/

export function readCursor(text: string | number): Cursor | undefined {
  const [, position, epoch] = cursorPattern.exec(String(text)) ?? []
  if (position === undefined) return undefined
  return { position: Number(position), ...(epoch === undefined ? {} : { epoch: Number(epoch) }) }
}

export const writeCursor = (position: number, epoch: number) => `${position}@${epoch}`

/** The epochs of a log, oldest first, each with the last position of the epoch before. */
export type Epochs = readonly { epoch: number; beganAfter: number }[]

/**
 * Where to resume from a cursor of another epoch, or one beyond the end of the log: after the last event that both logs are
 * certain to share. For an epoch unknown to this log, that is the start.
 */
export function resumeAfter({ position, epoch }: Cursor, epochs: Epochs): number {
  if (epoch !== undefined && !epochs.some((past) => past.epoch === epoch)) return 0
  const current = epochs.at(-1)
  const later =
    epoch === undefined
      ? epochs.slice(epochs.length > 1 ? 1 : 0)
      : epochs.filter((past) => past.epoch > epoch || (past === current && past.epoch === epoch))
  return Math.min(position, ...later.map(({ beganAfter }) => beganAfter))
}
