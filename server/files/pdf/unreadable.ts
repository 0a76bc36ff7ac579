export type UnreadableReason = 'encrypted' | 'damaged' | 'empty' | 'tooSlow' | 'tooLarge'

/** The file's own fault: reading it again would end the same way. */
export class UnreadablePdf extends Error {
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason, message = sentences[reason]) {
    super(message)
    this.name = 'UnreadablePdf'
    this.reason = reason
  }
}

const sentences: Record<UnreadableReason, string> = {
  encrypted: 'The PDF is protected by a password.',
  damaged: 'The file is damaged, or is not a PDF.',
  empty: 'The PDF has no pages.',
  tooSlow: 'Reading the PDF took too long.',
  tooLarge: 'Reading the PDF took too much memory.',
}
