import { Readable } from 'node:stream'
import { type Bytes, type CallContext, PortError } from '@portico/contract/ports/kit'
import type { TSchema } from '@portico/contract/type'
import type { ReceivedFile } from '../../../app/intake/received-file.ts'
import { limited, refuseTooLarge } from '../outside/limited.ts'
import { within } from './adapter-host.ts'
import { faultsOf } from './check-schema.ts'
import type { Tending } from './serve-port.ts'

/** What a call that a port makes by itself, for no obligation, needs to know of its binding. */
type Caller = Pick<Tending<'intake' | 'mostFileBytes'>, 'binding' | 'parts' | 'said'> & {
  signal: AbortSignal
}
type Attempt = { key: string; attempt: number }

export const noFiles: CallContext['open'] = async () => {
  throw new PortError('invalid', 'There is no file beside this call.')
}

/** The answer, within the time of the binding and as the port declares it. */
export async function answerOf<Answer>(
  { binding, signal }: Pick<Caller, 'binding' | 'signal'>,
  call: (context: CallContext) => Promise<Answer>,
  { key, attempt, declared }: Attempt & { declared: TSchema },
): Promise<Answer> {
  const context = {
    key,
    attempt,
    signal: AbortSignal.any([signal, AbortSignal.timeout(binding.timeoutMs)]),
    open: noFiles,
  }
  const answer = await within((async () => call(context))(), binding.timeoutMs, signal)
  const [fault] = faultsOf(declared, answer ?? {}, { where: 'The answer' })
  if (fault) throw new PortError('invalid', fault)
  return answer ?? ({} as Answer)
}

/** As the other side announced a file. */
type Announced = { name: string; size?: number | undefined; sha256?: string | undefined }

/** The bytes that a call answers with, as they were announced; whatever an adapter throws is said as a PortError. */
export async function fetchedFile(
  { binding, parts, said, signal }: Caller,
  about: Announced,
  call: (context: CallContext) => Promise<Bytes>,
  { key, attempt }: Attempt,
): Promise<ReceivedFile> {
  const { intake, mostFileBytes: mostBytes } = parts.portico
  refuseTooLarge(about.size ?? 0, mostBytes)
  const stopped = new AbortController()
  const context = { key, attempt, signal: AbortSignal.any([signal, stopped.signal]), open: noFiles }
  try {
    const answering = within((async () => call(context))(), binding.timeoutMs, signal)
    const bytes = await answering.catch((error) => {
      throw said(error)
    })
    const checked = limited(bytes, { mostBytes, idleMs: binding.timeoutMs, signal })
    return await intake.receive(Readable.from(checked, { objectMode: false }), about.name)
  } finally {
    stopped.abort()
  }
}

export function refuseOtherBytes({ size, sha256 }: Omit<Announced, 'name'>, file: ReceivedFile) {
  const other =
    size !== undefined && size !== file.bytes
      ? `The other side announced ${size} bytes, and sent ${file.bytes}.`
      : sha256 !== undefined && sha256 !== file.sha256
        ? `The other side announced the hash ${sha256}, and sent bytes that hash to ${file.sha256}.`
        : undefined
  if (other !== undefined) throw new PortError('invalid', other, { retryable: true })
}
