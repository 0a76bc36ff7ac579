import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { pageDrawings, type Wanted } from './drawings.ts'

const at = (page: number, scale = 1): Wanted => ({ page, documentId: 'd', offset: page, scale, rotation: 0 })

/** Draws nothing until it is told to; a picture is the number of its page. */
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
    const first = draw(at(9), () => 1)
    draw(at(11), () => 2)
    draw(at(10), () => 0)
    await turn()
    assert.deepEqual(begun, [10])
    await finish(10)
    assert.deepEqual(begun, [10, 9])
    await finish(9)
    assert.equal(await first.done, 9)
    assert.deepEqual(begun, [10, 9, 11])
  })

  it('one that nobody waits for any more makes way', async () => {
    const { draw, begun, cancelled, finish } = easel()
    const passed = draw(at(1), () => 0)
    await turn()
    draw(at(500), () => 0)
    passed.cancel()
    await turn()
    assert.deepEqual([begun, cancelled], [[1, 500], [1]])
    draw(at(2), () => 0).cancel()
    await finish(500)
    assert.deepEqual(begun, [1, 500])
  })

  it('one that is likely is drawn while nobody waits, and is there when it is asked for', async () => {
    const { draw, prepare, take, begun, cancelled, finish } = easel()
    prepare([at(2), at(3)])
    await turn()
    // Somebody waits for another: the likely one is given up.
    draw(at(70), () => 0)
    await turn()
    assert.deepEqual([begun, cancelled], [[2, 70], [2]])
    await finish(70)
    await finish(3)
    assert.equal(take(at(3)), 3)
    assert.equal(take(at(3)), undefined, 'whoever takes it has it alone')
    // Somebody waits for what is being drawn: it goes on.
    prepare([at(4)])
    await turn()
    const awaited = draw(at(4), () => 0)
    await finish(4)
    assert.equal(await awaited.done, 4)
    assert.deepEqual(begun, [2, 70, 3, 4])
    assert.equal(take(at(4)), undefined)
  })

  it('one that was likely makes way for one that is likely now, and goes on where it still is', async () => {
    const { prepare, begun, cancelled, finish } = easel()
    prepare([at(79)])
    await turn()
    prepare([at(791)])
    await turn()
    assert.deepEqual([begun, cancelled], [[79, 791], [79]])
    prepare([at(792), at(791)])
    await turn()
    await finish(791)
    assert.deepEqual([begun, cancelled], [[79, 791, 792], [79]])
  })

  it('those that were looked at are kept within bounds', async () => {
    const { giveBack, take, discarded } = easel()
    for (let page = 1; page <= 10; page++) giveBack(at(page), page)
    assert.deepEqual(discarded, [1, 2])
    assert.equal(take(at(10, 2)), undefined, 'another size is another picture')
    assert.equal(take(at(10)), 10)
    const large = easel(15_000_000)
    large.giveBack(at(1), 1)
    large.giveBack(at(2), 2)
    assert.deepEqual(large.discarded, [1])
    assert.equal(large.take(at(2)), 2)
  })

  it('one that cannot be drawn says so, and the next one follows', async () => {
    const { draw, open, begun } = easel()
    const failing = draw(at(1), () => 0)
    draw(at(2), () => 1)
    await turn()
    open.get(1)?.reject(new Error('broken'))
    await assert.rejects(failing.done, /broken/)
    await turn()
    assert.deepEqual(begun, [1, 2])
  })

  it('all that is not in use is forgotten when documents change', async () => {
    const { giveBack, prepare, clear, take, discarded, cancelled } = easel()
    giveBack(at(1), 1)
    prepare([at(2)])
    await turn()
    clear()
    assert.deepEqual([discarded, cancelled, take(at(1))], [[1], [2], undefined])
  })
})
