import { PorticoError } from './errors.ts'

export type ServerSentEvent = { id: string | undefined; event: string; data: string }

/**
 * The messages of a `text/event-stream`. A message cut off by the end of the stream is dropped, as the standard says.
 */
export async function* serverSentEvents(
  stream: ReadableStream<Uint8Array>,
  longestMessage = 64 * 1024 * 1024,
): AsyncGenerator<ServerSentEvent, void, void> {
  let id: string | undefined
  let event = ''
  let data: string[] = []
  let size = 0
  for await (const line of linesOf(stream, longestMessage)) {
    if (line === '') {
      if (data.length) yield { id, event: event || 'message', data: data.join('\n') }
      event = ''
      data = []
      size = 0
      continue
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    size += value.length
    if (size > longestMessage) throw tooLong()
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id' && !value.includes('\0')) id = value
  }
}

/** Lines end in LF, CR or CRLF; chunks may split them anywhere. */
async function* linesOf(
  stream: ReadableStream<Uint8Array>,
  longest: number,
): AsyncGenerator<string, void, void> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let line = ''
  let afterReturn = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      let text = decoder.decode(value, { stream: true })
      if (text === '') continue
      if (afterReturn && text.startsWith('\n')) text = text.slice(1)
      afterReturn = text === '' ? false : text.endsWith('\r')
      const [first = '', ...others] = text.split(/\r\n|\n|\r/)
      line += first
      for (const next of others) {
        yield line
        line = next
      }
      if (line.length > longest) throw tooLong()
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function tooLong(): PorticoError {
  return new PorticoError({ code: 'invalidAnswer', message: 'A message of the event stream is too long.' })
}
