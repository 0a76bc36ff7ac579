import { isAbsolute } from 'node:path'
import { correspondence } from '@portico/contract/ports/correspondence'
import { defineAdapter, PortError } from '@portico/contract/ports/kit'
import Type from '@portico/contract/type'
import { openDropBox, safe } from '../../drop-box.ts'
import { placeIn } from '../../folder-place.ts'

export default defineAdapter({
  port: correspondence,
  name: 'folder',
  does: 'Writes letters into a folder of this machine, for whoever prints and mails them.',
  options: Type.Object({
    path: Type.String({ minLength: 1, description: 'The folder, as an absolute path. It must exist.' }),
    channel: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description:
          'What is written counts as sent, by this channel. Without it, receipts follow as facts or through the API.',
        examples: ['mail'],
      }),
    ),
  }),
  open({ path, channel }, host) {
    if (!isAbsolute(path)) throw new PortError('invalid', 'path must be absolute.')
    const { once, at, drop } = openDropBox(async () => placeIn(path), host)
    return {
      supports: ['distribution', 'receipts'],
      calls: {
        send: (input, context) =>
          once(context, async (place) => {
            const { key } = context
            const { docketNumber = 'letter' } = input.case
            const name = [docketNumber, input.letterId, key].map(safe).join('_')
            const index = { name: 'letter.json', of: { key, ...input } }
            const sentAt = await drop(place, { key, name, index, files: input.files }, context)
            if (channel === undefined) return {}
            return { receipt: { channel, destination: path, sentAt, tracking: name.slice(0, 200) } }
          }),
      },
      check: (signal) => at(signal, async () => {}),
    }
  },
})
