import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const routePiece = defineJob({
  name: 'routePiece',
  does: 'Matches a piece of mail to its case, and files and routes it there',
  lane: 'prompt',
  needs: ['mail'],
  payload: Type.Object({ pieceId: Type.String() }),
  key: ({ pieceId }) => pieceId,
  async resume(parts, ask) {
    for (const pieceId of await parts.mail.toRoute()) await ask({ pieceId })
  },
  run: async ({ pieceId }, { parts }) => parts.mail.route(pieceId),
})
