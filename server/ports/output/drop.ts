import { randomUUID } from 'node:crypto'
import type { Adapter, CallContext, Host, InputOf } from '@portico/contract/ports/kit'
import { PortError } from '@portico/contract/ports/kit'
import type { output } from '@portico/contract/ports/output'
import Type from '@portico/contract/type'
import { mark, openDropBox, type Place, safe, staging } from '../drop-box.ts'

/** The options of any adapter that drops. */
export const dropOptions = {
  channel: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description:
        'What is written counts as delivered, by this channel. Without it, receipts follow as facts or through the API.',
    }),
  ),
  effectuation: Type.Optional(
    Type.Boolean({ description: 'Also write each released outcome, for a system of record.' }),
  ),
}

type DropOptions = { channel?: string; effectuation?: boolean }

type Deliver = InputOf<typeof output, 'deliver'>
type Recall = InputOf<typeof output, 'recall'>
type Outcome = InputOf<typeof output, 'effectuate'>

const recalled = '.portico/recalled'

/** Hands decisions over as folders, and takes back what nobody has come for. */
export function dropAdapter(
  reach: (signal: AbortSignal) => Promise<Place>,
  { channel, effectuation = false }: DropOptions,
  { destination, host }: { destination: string; host: Host<typeof output> },
): Adapter<typeof output> {
  const { once, at, drop } = openDropBox(reach, host)

  const deliver = (input: Deliver, context: CallContext) =>
    once(context, async (place) => {
      const { deliveryId, docketNumber } = input
      const refuse = async () => {
        if (await place.exists(`${recalled}/${safe(deliveryId)}`))
          throw new PortError('refused', 'The decision was recalled: it is no longer delivered.')
      }
      await refuse()
      const name = [docketNumber, deliveryId, context.key].map(safe).join('_')
      const index = { name: 'delivery.json', of: { key: context.key, ...input } }
      const sentAt = await drop(place, { key: context.key, name, index, files: input.files }, context, refuse)
      if (channel === undefined) return {}
      return { receipt: { channel, destination, sentAt, tracking: name.slice(0, 200) } }
    })

  const recall = (input: Recall, context: CallContext) =>
    once(context, async (place) => {
      const name = [input.docketNumber, 'recall', context.key].map(safe).join('_')
      const ids = input.deliveries.map(({ deliveryId }) => safe(deliveryId))
      for (const id of ids) await mark(place, `${recalled}/${id}`, input.workProductId, name)
      for (const folder of ids.length > 0 ? [staging, ''] : [])
        for (const name of await place.list(folder))
          if (ids.some((id) => name.includes(`_${id}_`))) await takeBack(place, folder, name)
      const index = { name: 'recall.json', of: { key: context.key, ...input } }
      await drop(place, { key: context.key, name, index, files: [] }, context)
      return {}
    })

  const effectuate = (input: Outcome, context: CallContext) =>
    once(context, async (place) => {
      const name = [input.docketNumber, 'outcome', context.key].map(safe).join('_')
      const index = { name: 'outcome.json', of: { key: context.key, ...input } }
      await drop(place, { key: context.key, name, index, files: input.files }, context)
      return {}
    })

  return {
    supports: effectuation ? ['recall', 'effectuation'] : ['recall'],
    calls: { deliver, recall, ...(effectuation ? { effectuate } : {}) },
    check: (signal) => at(signal, async () => {}),
  }
}

/** What nobody has come for is gone at once, and not file by file. */
async function takeBack(place: Place, folder: string, name: string) {
  const own = `${staging}/${randomUUID()}`
  await place.move(`${folder}/${name}`, own)
  await place.remove(own)
}
