import { isAbsolute } from 'node:path'
import { defineAdapter, PortError } from '@portico/contract/ports/kit'
import { output } from '@portico/contract/ports/output'
import Type from '@portico/contract/type'
import { placeIn } from '../../folder-place.ts'
import { dropAdapter, dropOptions } from '../drop.ts'

export default defineAdapter({
  port: output,
  name: 'folder',
  does: 'Writes decisions into a folder of this machine, for whoever prints, sends or archives them.',
  options: Type.Object({
    path: Type.String({ minLength: 1, description: 'The folder, as an absolute path. It must exist.' }),
    ...dropOptions,
  }),
  open({ path, ...options }, host) {
    if (!isAbsolute(path)) throw new PortError('invalid', 'path must be absolute.')
    return dropAdapter(async () => placeIn(path), options, { destination: path, host })
  },
})
