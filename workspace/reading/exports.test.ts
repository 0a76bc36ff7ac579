import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FileContent, PorticoError } from '@portico/sdk'
import { openExports, type WantedFile } from './exports.ts'

/** A file of which the second half comes when it is let go. */
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
  return { wanted, letGo: resolve }
}

function desk() {
  const told: string[] = []
  const exported = openExports({
    save: (parts, name) => told.push(`saved ${name} of ${parts.length} parts`),
    onSaved: (name) => told.push(`${name} is there`),
    onStopped: (name) => told.push(`${name} is stopped`),
    onFailed: (name, why) => told.push(`${name} failed: ${why}`),
  })
  return { exported, told }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('files that are taken to this machine', () => {
  it('come beside each other, and one that is stopped leaves nothing', async () => {
    const { exported, told } = desk()
    const [one, two] = [slowFile('one.pdf'), slowFile('two.zip')]
    const runs = [exported.run('case_1', [one.wanted]), exported.run('case_1', [two.wanted])]
    await settled()
    assert.deepEqual(
      exported.get().map(({ name, bytes }) => [name, bytes]),
      [
        ['one.pdf', 3],
        ['two.zip', 3],
      ],
    )
    exported.get()[0]?.stop()
    two.letGo()
    await Promise.all(runs)
    assert.deepEqual(told.toSorted(), ['one.pdf is stopped', 'saved two.zip of 2 parts', 'two.zip is there'])
    assert.deepEqual(exported.get(), [])
  })

  it('are not saved in part: a refusal says why, a broken connection does not', async () => {
    const { exported, told } = desk()
    const refused = new PorticoError({ code: 'notFound', message: 'There is no such case.' })
    for (const error of [refused, new TypeError('network error')]) {
      const file = slowFile('one.pdf', error)
      file.letGo()
      await exported.run('case_1', [file.wanted])
    }
    assert.deepEqual(told, ['one.pdf failed: There is no such case.', 'one.pdf failed: undefined'])
  })
})
