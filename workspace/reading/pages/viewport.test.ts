import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DocumentSummary } from '@portico/sdk'
import fc from 'fast-check'
import { caseFile } from '../file.ts'
import { type Sheet, topOfPage, type Zoom } from './page-stack.ts'
import { longest } from './scroll-space.ts'
import { type Clock, createViewport, type PaneState } from './viewport.ts'

const letter: Sheet = { width: 612, height: 792, rotate: 0 }
const landscape: Sheet = { width: 792, height: 612, rotate: 0 }
const slip: Sheet = { width: 300, height: 150, rotate: 0 }

const documentOf = (id: string, startPage: number, endPage: number) =>
  ({ id, name: `Document ${id}`, startPage, endPage }) as DocumentSummary

/** A file of documents with so many pages each. */
function fileOf(...pageCounts: number[]) {
  let startPage = 1
  return caseFile(
    pageCounts.map((count, index) => {
      const document = documentOf(String(index), startPage, startPage + count - 1)
      startPage += count
      return document
    }),
  )
}

/** Time that passes when the test says so. */
function testClock() {
  let due: { atMs: number; work: () => void }[] = []
  let frame: (() => void)[] = []
  let nowMs = 0
  const clock: Clock = {
    after(ms, work) {
      const entry = { atMs: nowMs + ms, work }
      due.push(entry)
      return () => {
        due = due.filter((other) => other !== entry)
      }
    },
    beforeNextFrame: (work) => frame.push(work),
  }
  return {
    clock,
    nextFrame() {
      const works = frame
      frame = []
      for (const work of works) work()
    },
    pass(ms: number) {
      nowMs += ms
      const ready = due.filter(({ atMs }) => atMs <= nowMs)
      due = due.filter(({ atMs }) => atMs > nowMs)
      for (const { work } of ready) work()
    },
  }
}

type Setup = { file?: ReturnType<typeof fileOf>; page?: number; width?: number; height?: number; zoom?: Zoom }

/** A pane that does what a browser does: it draws each layout, limits how far it scrolls, and reports what it measures. */
function openPane({ file = fileOf(20), page = 1, width = 700, height = 800, zoom = 1 }: Setup = {}) {
  const time = testClock()
  const current = { value: page, get: () => current.value, set: (next: number) => (current.value = next) }
  const viewport = createViewport({ file, page: current, clock: time.clock })
  const state: PaneState = { width, height, top: 0, left: 0 }
  let content = { file, zoom, rotationOf: (_documentId: string) => 0 }
  let draws = 0
  const sheets = new Map<number, Sheet>()

  function limit(layout = viewport.get()) {
    state.top = Math.min(Math.max(0, layout.height - state.height), Math.max(0, state.top))
    state.left = Math.min(Math.max(0, layout.minWidth - state.width), Math.max(0, state.left))
  }
  const stop = viewport.subscribe(() => {
    draws += 1
    assert.ok(draws < 5000, 'the layout never settles')
    const layout = viewport.get()
    state.top = layout.scrollTo.top ?? state.top
    state.left = layout.scrollTo.left ?? state.left
    limit(layout)
    viewport.drawn(layout, state)
  })
  const pane = {
    viewport,
    state,
    time,
    current,
    stop,
    resize(size: { width?: number; height?: number }) {
      Object.assign(state, size)
      limit()
      viewport.resized(state)
    },
    /** As a reader does, with the wheel or the bar. */
    scrollTo(place: { top?: number; left?: number }) {
      Object.assign(state, place)
      limit()
      viewport.scrolled(state)
    },
    scrollDown: (pixels: number) => pane.scrollTo({ top: state.top + pixels }),
    update(change: Partial<typeof content>) {
      content = { ...content, ...change }
      return viewport.update(content)
    },
    rotate: (documentId: string, degrees: number) =>
      pane.update({ rotationOf: (id) => (id === documentId ? degrees : 0) }),
    /** From now on the pages have these sizes, and those that are drawn become known. */
    measure(known: Iterable<readonly [number, Sheet]>) {
      for (const [page, sheet] of known) sheets.set(page, sheet)
      for (let round = 0; round < 50; round++) {
        const before = viewport.get()
        for (const { page } of before.pages) viewport.measured(page, sheets.get(page) ?? letter)
        time.nextFrame()
        if (viewport.get() === before) return
      }
      assert.fail('measuring never ends')
    },
    rest: () => time.pass(1000),
    drawCount: () => draws,
    placed(page: number) {
      const found = viewport.get().pages.find((placed) => placed.page === page)
      assert.ok(found, `page ${page} is not drawn: ${viewport.get().pages.map(({ page }) => page)}`)
      return found
    },
    /** How far below the top of the pane a page begins. */
    below: (page: number) => pane.placed(page).top - state.top,
    /** What is at a line of the pane: a page, and a share of its height. */
    at(line: number) {
      const found = viewport.get().pages.findLast(({ top }) => top - state.top <= line)
      assert.ok(found, 'nothing is drawn there')
      return { page: found.page, share: (line - found.top + state.top) / found.height }
    },
    readingLine: () => pane.at(state.height / 3),
  }
  viewport.update(content)
  viewport.resized(state)
  return pane
}

const isNear = (a: number, b: number, within = 1.5) =>
  assert.ok(Math.abs(a - b) <= within, `${a} is not within ${within} of ${b}`)

describe('a viewport', () => {
  it('draws the pages in the pane and near it, and no others', () => {
    const pane = openPane({ page: 10 })
    assert.deepEqual(
      pane.viewport.get().pages.map(({ page }) => page),
      [9, 10, 11],
    )
    isNear(pane.below(10), topOfPage)
  })

  it('draws nothing before the pane has a size, and nothing once it has none', () => {
    const pane = openPane({ width: 0, height: 0, page: 5 })
    assert.deepEqual(pane.viewport.get().pages, [])
    pane.resize({ width: 700, height: 800 })
    isNear(pane.below(5), topOfPage)
    pane.resize({ width: 0, height: 0 })
    assert.deepEqual(pane.viewport.get().pages, [])
  })

  it('draws nothing anew while the reader scrolls within the pages that are drawn', () => {
    const pane = openPane({ page: 10 })
    pane.rest()
    const before = pane.drawCount()
    pane.scrollDown(1)
    pane.scrollDown(2)
    assert.equal(pane.drawCount(), before)
    pane.scrollDown(900)
    assert.equal(pane.drawCount(), before + 1)
  })

  it('draws nothing anew for a page that has the size that was assumed', () => {
    const pane = openPane({ page: 10 })
    const before = pane.drawCount()
    pane.viewport.measured(10, letter)
    pane.time.nextFrame()
    assert.equal(pane.drawCount(), before)
    for (const page of [10, 11]) pane.viewport.measured(page, landscape)
    pane.time.nextFrame()
    assert.equal(pane.drawCount(), before + 1, 'once for all pages that become known in a frame')
  })

  it('reads the page a third down the pane', () => {
    const pane = openPane({ page: 3 })
    pane.scrollDown(pane.placed(3).height - 200)
    assert.equal(pane.current.get(), 4)
    pane.scrollDown(-200)
    assert.equal(pane.current.get(), 3)
  })

  it('goes to a page, and to a box a third down the pane unless it is visible', () => {
    const pane = openPane()
    pane.viewport.show({ page: 12 })
    isNear(pane.below(12), topOfPage)
    assert.equal(pane.current.get(), 12)
    const top = pane.state.top
    pane.viewport.show({ page: 12, box: { left: 0, right: 1, top: 0.1, bottom: 0.2 } })
    assert.equal(pane.state.top, top)
    pane.viewport.show({ page: 15, box: { left: 0, right: 1, top: 0.5, bottom: 0.6 } })
    isNear(pane.below(15) + 0.5 * pane.placed(15).height, pane.state.height / 3)
    pane.viewport.show({ page: 99 })
    assert.equal(pane.current.get(), 15)
  })

  it('keeps the place of a box that is visible when pages above it turn out to be shorter', () => {
    const pane = openPane({ page: 5 })
    pane.scrollDown(200)
    const box = { left: 0, right: 1, top: 0.5, bottom: 0.6 }
    const below = pane.below(5) + box.top * pane.placed(5).height
    pane.viewport.show({ page: 5, box })
    pane.measure([[4, slip]])
    isNear(pane.below(5) + box.top * pane.placed(5).height, below)
  })

  it('scrolls by a share of the pane, to both ends and not beyond', () => {
    const pane = openPane({ file: fileOf(3) })
    pane.rest()
    assert.equal(pane.state.top, 8)
    pane.viewport.scrollBy(0.9)
    assert.equal(pane.state.top, 728)
    pane.viewport.scrollBy(-0.9)
    assert.equal(pane.state.top, 8)
    pane.viewport.scrollBy(-0.9)
    pane.viewport.scrollBy(-0.9)
    assert.equal(pane.state.top, 0)
    for (let press = 0; press < 10; press++) pane.viewport.scrollBy(0.9)
    isNear(pane.state.top, pane.viewport.get().height - pane.state.height)
    assert.equal(pane.current.get(), 3)
  })

  it('fits pages to the pane, also one in landscape', () => {
    const pane = openPane({ zoom: 'fit' })
    pane.measure([[1, landscape]])
    isNear(pane.placed(1).width, 700 - 32)
    isNear(pane.placed(2).width, 700 - 32)
    assert.ok(pane.placed(1).height < pane.placed(2).height)
  })

  it('rotates the pages of one document alone, around the line that is read', () => {
    const pane = openPane({ file: fileOf(5, 5), page: 5, zoom: 'fit' })
    pane.rotate('1', 90)
    assert.equal(pane.placed(5).sheet.rotate, 0)
    assert.equal(pane.placed(6).sheet.rotate, 90)
    assert.equal(pane.placed(6).rotation, 90)
    assert.ok(pane.placed(6).height < pane.placed(5).height)
    isNear(pane.below(5), topOfPage)
  })

  it('prepares what the next turns of a page bring into view', () => {
    const pane = openPane({ file: fileOf(5, 5), page: 5 })
    const [first, last] = [pane.viewport.get().pages.at(0)!.page, pane.viewport.get().pages.at(-1)!.page]
    const { ahead } = pane.viewport.get()
    assert.deepEqual(
      ahead.map(({ page }) => page),
      [last + 1, first - 1, last + 2],
    )
    assert.deepEqual(pane.viewport.wanted(7), {
      page: 7,
      documentId: '1',
      offset: 1,
      scale: pane.viewport.scale(),
      rotation: 0,
    })
    pane.rest()
    pane.scrollDown(1)
    assert.equal(pane.viewport.get().ahead, ahead)
  })

  it('delays drawing while the reader scrolls, and not for a page that was gone to', () => {
    const pane = openPane()
    assert.equal(pane.viewport.drawDelayMs(), 0)
    pane.scrollDown(500)
    assert.ok(pane.viewport.drawDelayMs() > 0)
    pane.viewport.show({ page: 4 })
    assert.equal(pane.viewport.drawDelayMs(), 0)
    pane.scrollDown(500)
    pane.rest()
    assert.equal(pane.viewport.drawDelayMs(), 0)
  })

  it('ignores the scrolling of a browser that shows the pane at another size', () => {
    const pane = openPane({ page: 10 })
    pane.rest()
    pane.state.height = 500
    pane.state.top -= 3000
    pane.viewport.scrolled(pane.state)
    assert.equal(pane.current.get(), 10)
    pane.viewport.resized(pane.state)
    isNear(pane.below(10), topOfPage)
  })

  it('knows a place well inside the pane for a new note', () => {
    const pane = openPane({ page: 6 })
    const { page, y } = pane.viewport.inView()
    assert.equal(page, 6)
    isNear(pane.below(6) + y * pane.placed(6).height, 0.4 * 800, 6)
  })

  it('shows the same page in the next pane', () => {
    const pane = openPane({ page: 9 })
    pane.rest()
    pane.viewport.detach()
    assert.deepEqual(pane.viewport.get().pages, [])
    pane.state.top = 0
    pane.viewport.resized(pane.state)
    isNear(pane.below(9), topOfPage)
  })
})

describe('a page that leaves the file', () => {
  const file = caseFile([documentOf('a', 1, 10), documentOf('b', 11, 20)])

  it('makes way for the same place of the new version', () => {
    const pane = openPane({ file, page: 5 })
    pane.scrollDown(400)
    const { share } = pane.readingLine()
    const moved = pane.update({ file: caseFile([documentOf('a', 21, 30), documentOf('b', 11, 20)]) })
    assert.deepEqual([moved?.page, moved?.why], [25, 'revised'])
    assert.equal(pane.current.get(), 25)
    const now = pane.readingLine()
    assert.equal(now.page, 25)
    isNear(now.share, share, 0.01)
  })

  it('makes way for the page that stands in its place now', () => {
    const pane = openPane({ file, page: 5 })
    const moved = pane.update({ file: caseFile([documentOf('b', 11, 20)]) })
    assert.deepEqual([moved?.page, moved?.why], [11, 'removed'])
    isNear(pane.below(11), topOfPage)
  })

  it('is found again where the documents are arranged anew', () => {
    const pane = openPane({ file, page: 5 })
    assert.equal(pane.update({ file: caseFile([...file.documents].reverse()) }), undefined)
    assert.equal(pane.current.get(), 5)
    isNear(pane.below(5), topOfPage)
  })
})

describe('a viewport that scrolls sideways', () => {
  const wide: Sheet = { width: 2000, height: 792, rotate: 0 }

  it('keeps what is read in the middle when a wider page becomes known', () => {
    const pane = openPane({ zoom: 0.75, page: 2 })
    const middle = () => pane.state.left + 350 - Math.max(700, pane.viewport.get().minWidth) / 2
    const before = middle()
    pane.measure([[3, wide]])
    assert.ok(pane.viewport.get().minWidth > 2000)
    isNear(middle(), before)
  })

  it('keeps the part that the reader has scrolled to, also at another zoom', () => {
    const pane = openPane({ zoom: 2, width: 600 })
    pane.scrollTo({ left: 500 })
    const part = () =>
      (pane.state.left + 300 - Math.max(600, pane.viewport.get().minWidth) / 2) / pane.viewport.scale()
    const before = part()
    pane.update({ zoom: 3 })
    isNear(part(), before)
    pane.viewport.show({ page: 2 })
    isNear(part(), before)
  })

  it('keeps the part that is visible while keys scroll', () => {
    const pane = openPane({ zoom: 2, width: 1000, height: 1400 })
    pane.measure([[1, { ...wide, width: 1000 }]])
    assert.equal(pane.state.left, 0)
    for (let press = 0; press < 2; press++) pane.viewport.scrollBy(0.9)
    assert.deepEqual([pane.current.get(), pane.state.left], [2, 0])
  })

  it('shows a page that was gone to from its left edge, unless most of it is visible', () => {
    const pane = openPane({ zoom: 2, width: 600, height: 1400 })
    pane.measure([[1, wide]])
    const { width } = pane.placed(2)
    const edge = (pane.viewport.get().minWidth - width) / 2
    pane.scrollTo({ left: edge - 300 })
    pane.viewport.show({ page: 2 })
    isNear(pane.state.left, edge - 16)
    pane.scrollTo({ left: edge + 200 })
    pane.viewport.show({ page: 1 })
    isNear(pane.state.left, edge + 200)
  })
})

describe('whatever happens, a viewport', () => {
  const sheet = fc.constantFrom(letter, landscape, slip, { ...letter, rotate: 90 })
  const sheets = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), sheet), { maxLength: 30 })
  const zoom = fc.constantFrom<Zoom>('fit', 0.5, 1, 2)
  const width = fc.integer({ min: 320, max: 1600 })
  const height = fc.integer({ min: 300, max: 1400 })

  /** Neither end of the file, where there is nothing more to scroll to. */
  const page = fc.integer({ min: 10, max: 50 })
  const change = fc.oneof(
    fc.record({ type: fc.constant('width' as const), width }),
    fc.record({ type: fc.constant('height' as const), height }),
    fc.record({ type: fc.constant('zoom' as const), zoom }),
    fc.record({ type: fc.constant('measure' as const), sheets }),
    fc.record({ type: fc.constant('rest' as const) }),
  )
  type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

  function apply(pane: ReturnType<typeof openPane>, change: Change) {
    switch (change.type) {
      case 'width':
        return pane.resize({ width: change.width })
      case 'height':
        return pane.resize({ height: change.height })
      case 'zoom':
        return pane.update({ zoom: change.zoom })
      case 'measure':
        return pane.measure(change.sheets)
      case 'rest':
        return pane.rest()
    }
  }

  /** Between two pages there is no line, and the gap does not grow with them. */
  function isSameLine(pane: ReturnType<typeof openPane>, read: { page: number; share: number }) {
    if (read.share > 1) return
    const now = pane.readingLine()
    assert.equal(now.page, read.page)
    isNear((now.share - read.share) * pane.placed(read.page).height, 0)
  }

  it('keeps the page that was gone to at the top edge', () => {
    fc.assert(
      fc.property(page, zoom, fc.array(change, { maxLength: 12 }), (page, zoom, changes) => {
        const pane = openPane({ file: fileOf(25, 5, 30), zoom })
        pane.viewport.show({ page })
        for (const change of changes) {
          apply(pane, change)
          assert.equal(pane.current.get(), page)
          isNear(pane.below(page), topOfPage)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('keeps the line that is read, where the reader scrolled to', () => {
    const step = fc.integer({ min: -900, max: 900 }).filter((step) => step !== 0)
    const steps = fc.array(step, { minLength: 1, maxLength: 5 })
    const resizing = change.filter(({ type }) => type !== 'height')
    fc.assert(
      fc.property(page, zoom, steps, fc.array(resizing, { maxLength: 10 }), (page, zoom, steps, changes) => {
        const pane = openPane({ file: fileOf(60), zoom })
        pane.viewport.show({ page })
        for (const step of steps) pane.scrollDown(step)
        const read = pane.readingLine()
        for (const change of changes) {
          apply(pane, change)
          assert.equal(pane.current.get(), read.page)
          isSameLine(pane, read)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('never jumps while the reader scrolls through pages that turn out to be of other sizes', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 3, maxLength: 30 })
    fc.assert(
      fc.property(sheets, zoom, steps, (sheets, zoom, steps) => {
        const pane = openPane({ file: fileOf(60), zoom, page: 5 })
        pane.measure(sheets)
        for (const step of steps) {
          const page = pane.current.get()
          const below = pane.below(page)
          const { top } = pane.state
          pane.scrollDown(step)
          isNear(pane.below(page), below - (pane.state.top - top), 0.01)
          const read = pane.readingLine()
          pane.measure([])
          isSameLine(pane, read)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('ends on the page that was gone to, in a file of 5,000 pages of unknown sizes', () => {
    const far = fc.integer({ min: 1, max: 5000 })
    const sizes = fc.array(sheet, { minLength: 1, maxLength: 7 })
    fc.assert(
      fc.property(fc.array(far, { minLength: 1, maxLength: 4 }), sizes, zoom, (pages, sizes, zoom) => {
        const pane = openPane({ file: fileOf(2000, 1, 2999), zoom })
        const all = Array.from({ length: 5000 }, (_, at) => [at + 1, sizes[at % sizes.length]!] as const)
        for (const page of pages) {
          pane.viewport.show({ page })
          pane.measure(all)
          pane.rest()
          assert.equal(pane.current.get(), page)
          const { top, height } = pane.placed(page)
          const isAtEnd = pane.state.top >= pane.viewport.get().height - pane.state.height - 1
          assert.ok(top + height > pane.state.top && top < pane.state.top + pane.state.height)
          if (!isAtEnd) isNear(top - pane.state.top, topOfPage)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('reaches every page of a file that is longer than a browser can scroll', () => {
    const far = fc.integer({ min: 1, max: 30_000 })
    fc.assert(
      fc.property(far, fc.integer({ min: -700, max: 700 }), (page, step) => {
        const pane = openPane({ file: fileOf(30_000) })
        assert.equal(pane.viewport.get().height, longest)
        pane.viewport.show({ page })
        pane.rest()
        assert.equal(pane.current.get(), page)
        const { top } = pane.state
        const before = pane.below(page)
        pane.scrollDown(step)
        isNear(pane.below(page), before - (pane.state.top - top), 0.01)
        const below = pane.below(page)
        pane.rest()
        isNear(pane.below(page), below)
      }),
      { numRuns: 25 },
    )
  })
})
