/** A place in the log: a position, and the epoch in which it was given if that is known. Written `123@7`, or `123`. */
export type Cursor = { position: number; epoch?: number | undefined }

export const cursorPattern = /^(\d{1,15})(?:@(\d{1,15}))?$/

export function readCursor(text: string | number): Cursor | undefined {
  const [, position, epoch] = cursorPattern.exec(String(text)) ?? []
  if (position === undefined) return undefined
  return { position: Number(position), ...(epoch === undefined ? {} : { epoch: Number(epoch) }) }
}

export const writeCursor = (position: number, epoch: number) => `${position}@${epoch}`

/** The epochs of a log, the oldest first, with the greatest position of the ones before. */
export type Epochs = readonly { epoch: number; beganAfter: number }[]

/**
 * Where somebody resumes whose cursor is of another epoch, or beyond the log: behind the last event that both logs have for
 * certain. Of an epoch that this log never had nothing is certain.
 */
export function resumeAfter({ position, epoch }: Cursor, epochs: Epochs): number {
  if (epoch !== undefined && !epochs.some((known) => known.epoch === epoch)) return 0
  const current = epochs.at(-1)
  const later =
    epoch === undefined
      ? epochs.slice(epochs.length > 1 ? 1 : 0)
      : epochs.filter((known) => known.epoch > epoch || (known === current && known.epoch === epoch))
  return Math.min(position, ...later.map(({ beganAfter }) => beganAfter))
}
