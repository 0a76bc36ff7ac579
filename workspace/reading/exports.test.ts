import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FileContent, PorticoError } from '@portico/sdk'
import { openExports, type WantedFile } from './exports.ts'

/** A file whose second half comes when it is released. */
function slowFile(name: string, end?: Error) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wanted: WantedFile = {
    name,
    open: async (signal) => {
      let isSecond = false
      const stream = new ReadableStream({
        async pull(controller) {
          if (!isSecond) {
            isSecond = true
            return controller.enqueue(new Uint8Array(3))
          }
          await Promise.race([promise, new Promise((stop) => signal.addEventListener('abort', stop))])
          if (end) return controller.error(end)
          controller.enqueue(new Uint8Array(2))
          controller.close()
        },
      })
      return { contentType: 'application/pdf', stream } as unknown as FileContent
    },
  }
  return { wanted, release: resolve }
}

function desk() {
  const messages: string[] = []
  const exported = openExports({
    save: (parts, name) => messages.push(`saved ${name} of ${parts.length} parts`),
    onSaved: (name) => messages.push(`${name} is there`),
    onStopped: (name) => messages.push(`${name} is stopped`),
    onFailed: (name, why) => messages.push(`${name} failed: ${why}`),
  })
  return { exported, messages }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('exported files', () => {
  it('come side by side; one that is stopped leaves nothing', async () => {
    const { exported, messages } = desk()
    const [first, second] = [slowFile('one.pdf'), slowFile('two.zip')]
    const runs = [exported.run('case_1', [first.wanted]), exported.run('case_1', [second.wanted])]
    await settled()
    assert.deepEqual(
      exported.get().map(({ name, bytes }) => [name, bytes]),
      [
        ['one.pdf', 3],
        ['two.zip', 3],
      ],
    )
    exported.get()[0]?.stop()
    second.release()
    await Promise.all(runs)
    assert.deepEqual(messages.toSorted(), [
      'one.pdf is stopped',
      'saved two.zip of 2 parts',
      'two.zip is there',
    ])
    assert.deepEqual(exported.get(), [])
  })

  it('are not saved in part; a refusal has a reason, a broken connection has none', async () => {
    const { exported, messages } = desk()
    const refused = new PorticoError({ code: 'notFound', message: 'There is no such case.' })
    for (const error of [refused, new TypeError('network error')]) {
      const file = slowFile('one.pdf', error)
      file.release()
      await exported.run('case_1', [file.wanted])
    }
    assert.deepEqual(messages, ['one.pdf failed: There is no such case.', 'one.pdf failed: undefined'])
  })
})
