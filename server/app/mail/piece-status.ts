import type { MailPiece } from './visible-pieces.ts'

/** Somebody has to decide about it, or it is still arriving. */
export const isOpen = ({ status }: Pick<MailPiece, 'status'>): boolean =>
  ['arriving', 'unmatched', 'held'].includes(status)
