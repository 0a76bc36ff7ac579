import { conferencing } from '@portico/contract/ports/conferencing'
import { PortError } from '@portico/contract/ports/kit'
import Type from '@portico/contract/type'
import { Refusal } from '../../core/kernel/decider.ts'
import { defineBaseline } from '../delivery/baseline.ts'

/** In-app hosting: rooms that the service itself keeps. It comes through the same door as any other service. */
export const rooms = defineBaseline({
  port: conferencing,
  name: 'rooms',
  does: 'Hosts remote sessions in the workspace, for up to six people.',
  options: Type.Object({}),
  open(_, host) {
    const { rooms } = host.parts.portico
    const withLinks = async (handle: string, participant?: { name: string; id?: string }) => ({
      handle,
      ...(await rooms.links(
        handle,
        participant && { id: participant.id ?? participant.name, name: participant.name },
      )),
    })
    return {
      supports: [],
      calls: {
        create: async (input, { key }) =>
          withLinks(await rooms.create(key, { ...input, ...knownCase(input.case) })),

        async update({ handle, ...input }) {
          await rooms.move(handle, input).catch(asGone)
          return withLinks(handle)
        },

        detail: ({ handle, participant }) => withLinks(handle, participant).catch(asGone),

        async cancel({ handle }) {
          await rooms.cancel(handle)
          return {}
        },
      },
    }
  },
})

/** The platform itself always names the case by its own id. */
function knownCase({ caseId = '', docketNumber = '' }: { caseId?: string; docketNumber?: string }) {
  if (caseId === '') throw new PortError('invalid', 'case.caseId must be there: a room belongs to a case.')
  return { case: { caseId, docketNumber } }
}

function asGone(error: unknown): never {
  if (error instanceof Refusal && error.code === 'gone') throw new PortError('gone', error.message)
  throw error
}
