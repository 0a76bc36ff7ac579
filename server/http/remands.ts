import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

/** What was sent back for more work, by a decision or by a court, until it is decided anew. */
export function remandHandlers({ remands }: Portico) {
  const detail = async ({ id, remandId }: { id: string; remandId: string }) => ({
    remand: await remands.get(id, remandId),
  })

  return {
    listRemands: async ({ params }) => ({ remands: await remands.list(params.id) }),

    recordCourtRemand: async ({ params, body, call, reply }) => {
      const remandId = await remands.receiveFromCourt(call(), params.id, body)
      reply.header('location', `/cases/${params.id}/remands`)
      return detail({ id: params.id, remandId })
    },

    correctMandate: async ({ params, body, call }) => {
      await remands.correctMandate(call(), target(params), body)
      return detail(params)
    },

    reportRemandProgress: async ({ params, body, call }) => {
      await remands.progress(call(), target(params), body)
      return detail(params)
    },

    returnRemand: async ({ params, body, call }) => {
      await remands.takeBack(call(), target(params), body)
      return detail(params)
    },

    answerInstruction: async ({ params, body, call }) => {
      await remands.answer(call(), { ...target(params), instructionId: params.instructionId }, body)
      return detail(params)
    },

    removeAnswer: ({ params, call }) => {
      const { instructionId, answerId } = params
      return remands.removeAnswer(call(), { ...target(params), instructionId, answerId })
    },

    judgeInstruction: async ({ params, body, call }) => {
      await remands.judge(call(), { ...target(params), instructionId: params.instructionId }, body)
      return detail(params)
    },
  } satisfies Partial<Handlers>
}

function target({ id, remandId }: { id: string; remandId: string }) {
  return { caseId: id, remandId }
}
