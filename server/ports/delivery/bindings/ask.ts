import { randomUUID } from 'node:crypto'
import type { Adapter, CallContext } from '@portico/contract/ports/kit'
import { PortError } from '@portico/contract/ports/kit'
import { asPortError, within } from './adapter-host.ts'
import { type Binding, type Bindings, secretsOf } from './binding.ts'
import { supportsCall } from './capabilities.ts'
import { faultsOf } from './check-schema.ts'

/** Whoever asks waits for so long, and asks once. */
const askMs = 5000

type Method = (input: object, context: CallContext) => Promise<unknown>

/** A call of mode `ask` to the binding of a port, within a request. Fails as a PortError whose sentence may be shown. */
export function createAsk(adapterOf: (binding: Binding) => Promise<Adapter> | undefined) {
  return async (binding: Binding, call: string, input: object): Promise<unknown> => {
    const ending = new AbortController()
    try {
      const opening = adapterOf(binding)
      if (!opening) throw new PortError('unavailable', 'This process does not call other systems.')
      const adapter = await within(opening, askMs, ending.signal)
      const method = (adapter.calls as Record<string, Method | undefined>)[call]
      if (!method || !supportsCall(binding, adapter.supports, call))
        throw new PortError('notSupported', `${binding.name} does not have the call ${call}.`)
      const context: CallContext = {
        key: randomUUID(),
        attempt: 1,
        signal: ending.signal,
        async open() {
          throw new PortError('invalid', 'No file comes with this call.')
        },
      }
      const output = await within((async () => method(input, context))(), askMs, ending.signal)
      const declared = binding.served.port.calls[call]
      const [fault] = declared ? faultsOf(declared.output, output ?? {}, { where: 'The answer' }) : []
      if (fault) throw new PortError('invalid', fault)
      return output ?? {}
    } catch (error) {
      throw asPortError(error, secretsOf(binding))
    } finally {
      ending.abort(new Error('nobody waits any more'))
    }
  }
}

export type Ask = ReturnType<typeof createAsk>

/** The binding that is asked where a port has one at most; a baseline is nobody to ask. */
export const askedOf = ({ all }: Bindings, port: string): Binding | undefined =>
  all.find(({ served, isBaseline }) => served.port.name === port && !isBaseline)
