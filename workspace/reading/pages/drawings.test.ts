import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { pageDrawings, type Wanted } from './drawings.ts'

const wanted = (page: number, scale = 1): Wanted => ({
  page,
  documentId: 'd',
  offset: page,
  scale,
  rotation: 0,
})

/** Finishes a page when the test says so; a picture is the number of its page. */
function easel(pixels = 1) {
  const begun: number[] = []
  const cancelled: number[] = []
  const discarded: number[] = []
  const open = new Map<number, PromiseWithResolvers<number>>()
  const drawings = pageDrawings<number>({
    draw({ page }) {
      begun.push(page)
      const result = Promise.withResolvers<number>()
      open.set(page, result)
      return {
        done: result.promise,
        cancel() {
          cancelled.push(page)
          result.reject(new Error('cancelled'))
        },
      }
    },
    pixelsOf: () => pixels,
    discard: (picture) => void discarded.push(picture),
  })
  const finish = async (page: number) => {
    open.get(page)?.resolve(page)
    await turn()
  }
  return { ...drawings, begun, cancelled, discarded, open, finish }
}

describe('the pictures of pages', () => {
  it('are drawn one at a time, the nearest first', async () => {
    const { draw, begun, finish } = easel()
    const first = draw(wanted(9), () => 1)
    draw(wanted(11), () => 2)
    draw(wanted(10), () => 0)
    await turn()
    assert.deepEqual(begun, [10])
    await finish(10)
    assert.deepEqual(begun, [10, 9])
    await finish(9)
    assert.equal(await first.done, 9)
    assert.deepEqual(begun, [10, 9, 11])
  })

  it('a page that is no longer waited for makes way', async () => {
    const { draw, begun, cancelled, finish } = easel()
    const passed = draw(wanted(1), () => 0)
    await turn()
    draw(wanted(500), () => 0)
    passed.cancel()
    await turn()
    assert.deepEqual([begun, cancelled], [[1, 500], [1]])
    draw(wanted(2), () => 0).cancel()
    await finish(500)
    assert.deepEqual(begun, [1, 500])
  })

  it('a likely page is drawn while none is waited for, and is there when it is shown', async () => {
    const { draw, prepare, take, begun, cancelled, finish } = easel()
    prepare([wanted(2), wanted(3)])
    await turn()
    // Another page is waited for: the likely one is dropped.
    draw(wanted(70), () => 0)
    await turn()
    assert.deepEqual([begun, cancelled], [[2, 70], [2]])
    await finish(70)
    await finish(3)
    assert.equal(take(wanted(3)), 3)
    assert.equal(take(wanted(3)), undefined, 'a picture has one owner')
    // The page that is being drawn is waited for: it goes on.
    prepare([wanted(4)])
    await turn()
    const awaited = draw(wanted(4), () => 0)
    await finish(4)
    assert.equal(await awaited.done, 4)
    assert.deepEqual(begun, [2, 70, 3, 4])
    assert.equal(take(wanted(4)), undefined)
  })

  it('a page that was likely makes way for a likelier one, and goes on if it is still likely', async () => {
    const { prepare, begun, cancelled, finish } = easel()
    prepare([wanted(79)])
    await turn()
    prepare([wanted(791)])
    await turn()
    assert.deepEqual([begun, cancelled], [[79, 791], [79]])
    prepare([wanted(792), wanted(791)])
    await turn()
    await finish(791)
    assert.deepEqual([begun, cancelled], [[79, 791, 792], [79]])
  })

  it('pages that were shown are kept within bounds', async () => {
    const { giveBack, take, discarded } = easel()
    for (let page = 1; page <= 10; page++) giveBack(wanted(page), page)
    assert.deepEqual(discarded, [1, 2])
    assert.equal(take(wanted(10, 2)), undefined, 'another size is another picture')
    assert.equal(take(wanted(10)), 10)
    const large = easel(15_000_000)
    large.giveBack(wanted(1), 1)
    large.giveBack(wanted(2), 2)
    assert.deepEqual(large.discarded, [1])
    assert.equal(large.take(wanted(2)), 2)
  })

  it('a page that cannot be drawn fails, and the next one follows', async () => {
    const { draw, open, begun } = easel()
    const failing = draw(wanted(1), () => 0)
    draw(wanted(2), () => 1)
    await turn()
    open.get(1)?.reject(new Error('broken'))
    await assert.rejects(failing.done, /broken/)
    await turn()
    assert.deepEqual(begun, [1, 2])
  })

  it('pictures that are not in use are forgotten when documents change', async () => {
    const { giveBack, prepare, clear, take, discarded, cancelled } = easel()
    giveBack(wanted(1), 1)
    prepare([wanted(2)])
    await turn()
    clear()
    assert.deepEqual([discarded, cancelled, take(wanted(1))], [[1], [2], undefined])
  })
})
