import type { Piece } from '@portico/sdk'
import { plainName } from '../ui/plain-name.ts'

/** What a stranger has written on a piece of mail is shown as it is called, not as it would like to look. */
export function plainPiece({ sender, subject, text, files, ...piece }: Piece): Piece {
  const { name, address } = sender ?? {}
  return {
    ...piece,
    ...(sender
      ? {
          sender: {
            ...(name === undefined ? {} : { name: plainName(name) }),
            ...(address === undefined ? {} : { address: plainName(address) }),
          },
        }
      : {}),
    ...(subject === undefined ? {} : { subject: plainName(subject) }),
    ...(text === undefined ? {} : { text: text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd') }),
    files: files.map((file) => ({ ...file, name: plainName(file.name) })),
  }
}
