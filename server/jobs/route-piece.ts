import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const routePiece = defineJob({
  name: 'routePiece',
  does: 'Matches a piece of mail to its case, and files and routes it there',
  lane: 'prompt',
  payload: Type.Object({ pieceId: Type.String() }),
  key: ({ pieceId }) => pieceId,
  async resume({ portico }, ask) {
    for (const pieceId of await portico.mail.toRoute()) await ask({ pieceId })
  },
  run: async ({ pieceId }, { parts }) => parts.portico.mail.route(pieceId),
})
