import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { words } from '../../words/reading.ts'
import { type Moved, movedFrom } from '../file.ts'
import { firstSheets, topOfPage } from '../first-page.ts'
import { type Target, useReading } from '../reading.ts'
import type { Wanted } from './drawings.ts'
import { keepPane } from './kept-pane.ts'
import { margin, type PageStack, type Sheet, stackPages, usualSheet, type Zoom } from './page-stack.ts'
import { PageView } from './page-view.tsx'
import { atRest, clamped, type Extent, physicalHeight, type ScrollSpace, scrolled } from './scroll-space.ts'
import { useAcross } from './use-across.ts'
import { whenIdle } from './when-idle.ts'
import './pages.css'

export type PagePaneHandle = {
  show(target: Target): void
  /** Draws a page that may be shown next. */
  expect(page: number): void
  /** Scrolls by a share of what is in view. */
  scrollBy(share: number): void
  /** How large the page that is read is shown. */
  scale(): number
  /** A place well in view, for something new. */
  inView(): { page: number; y: number }
  focus(): void
}

/** What is read is a third down the pane: what stands there keeps its place whatever changes around it. */
const readingLine = 1 / 3
const restMs = 160
/** A page that is scrolled past quickly is not drawn. */
const restBeforeDrawingMs = 40

type Range = { first: number; last: number; shift: number }
/** A place on a page, as a share of its height, and how far below the top of the pane it stands. */
type Anchor = { page: number; share: number; at: number }

export function PagePane({
  handle,
  zoom,
  rotationOf,
  over,
  onMoved,
  keepsPlace = false,
  label = words.pages.region,
}: {
  handle: Ref<PagePaneHandle>
  zoom: Zoom
  /** How far somebody has turned a document. */
  rotationOf: (documentId: string) => number
  /** What is drawn over a page: hits, notes, selections. */
  over: (page: number) => ReactNode
  /** The page that is read has left the file, and another is shown. */
  onMoved?: (moved: Moved) => void
  /** The first page is put here by the next who opens a page by its address. */
  keepsPlace?: boolean
  label?: string
}) {
  const { caseId, file, page: reading, drawings } = useReading()
  const pane = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const sheets = useRef<Map<number, Sheet>>(undefined as never)
  sheets.current ??= new Map(firstSheets(caseId))
  const [knownSheets, setKnownSheets] = useState(0)

  useLayoutEffect(() => {
    const element = pane.current
    if (!element) return
    const measure = () => {
      setSize({ width: element.clientWidth, height: element.clientHeight })
      if (keepsPlace) keepPane(element)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [keepsPlace])

  const turned = useCallback(
    (page: number): Sheet | undefined => {
      const sheet = sheets.current.get(page)
      const rotation = rotationOf(file.documentOf(page)?.id ?? '')
      if (!sheet && rotation === 0) return undefined
      const { width, height, rotate } = sheet ?? usualSheet
      return { width, height, rotate: (rotate + rotation) % 360 }
    },
    [file, rotationOf],
  )
  // Of tens of thousands of pages few are known.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `knownSheets` says that `sheets` has changed
  const known = useMemo(() => {
    const pages = new Set(sheets.current.keys())
    for (const { id, startPage, endPage } of file.documents)
      if (rotationOf(id) !== 0) for (let page = startPage; page <= endPage; page++) pages.add(page)
    return new Map([...pages].map((page) => [file.indexOf(page), turned(page)]))
  }, [file, rotationOf, turned, knownSheets])
  const isMeasured = size.width > 0
  const stack = useMemo(
    () =>
      stackPages(isMeasured ? file.pageCount : 0, (index) => known.get(index), {
        zoom,
        paneWidth: size.width,
      }),
    [file, zoom, known, isMeasured, size.width],
  )
  const extent: Extent = { height: stack.height, viewport: size.height }

  const space = useRef<ScrollSpace>({ physical: 0, virtual: 0 })
  /** What is scrolled is not yet where `space` says. */
  const isMoved = useRef(false)
  const anchor = useRef<Anchor>({
    page: file.indexOf(reading.get()) === undefined ? (file.pageAt(0) ?? 1) : reading.get(),
    share: 0,
    at: topOfPage,
  })
  const [range, setRange] = useState<Range>({ first: 0, last: -1, shift: 0 })
  let widest = 0
  for (let index = range.first; index <= Math.min(range.last, stack.count - 1); index++)
    widest = Math.max(widest, stack.widthOf(index) + 2 * margin)
  const read = file.indexOf(anchor.current.page) ?? 0
  const across = useAcross(
    pane,
    { widest, view: size.width, scale: stack.scaleOf(read), width: stack.widthOf(read) },
    range,
  )
  const latest = useRef({ stack, extent, file, size, rotationOf })
  latest.current = { stack, extent, file, size, rotationOf }

  /** Brings into view what is at the present place; tells which page is read. */
  const settle = useCallback(
    (keepsAnchor = false) => {
      const { stack, extent, file } = latest.current
      const { physical, virtual } = space.current
      const line = virtual + extent.viewport * readingLine
      if (!keepsAnchor) {
        const index = stack.indexAt(line)
        const page = file.pageAt(index) ?? 1
        const share = (line - stack.topOf(index)) / Math.max(1, stack.heightOf(index))
        anchor.current = { page, share, at: extent.viewport * readingLine }
      }
      const index = file.indexOf(anchor.current.page)
      if (index !== undefined) reading.set(anchor.current.page)
      const first = Math.max(0, stack.indexAt(virtual - extent.viewport * 0.8))
      const last = Math.min(stack.count - 1, stack.indexAt(virtual + extent.viewport * 1.8))
      const shift = physical - virtual
      setRange((before) =>
        before.first === first && before.last === last && before.shift === shift && !isMoved.current
          ? before
          : { first, last, shift },
      )
    },
    [reading],
  )

  const wantedAt = useCallback((index: number): Wanted | undefined => {
    const { stack, file, rotationOf } = latest.current
    const page = file.pageAt(index)
    const document = page === undefined ? undefined : file.documentOf(page)
    if (page === undefined || !document) return undefined
    return {
      page,
      documentId: document.id,
      offset: page - document.startPage,
      scale: stack.scaleOf(index),
      rotation: rotationOf(document.id),
    }
  }, [])
  const distanceOf = useCallback((page: number) => {
    const { file } = latest.current
    return Math.abs((file.indexOf(page) ?? 0) - (file.indexOf(anchor.current.page) ?? 0))
  }, [])
  // What comes into view by the next turn is drawn before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another zoom or turn asks for other pictures
  useEffect(() => {
    if (range.last < range.first) return
    return whenIdle(() =>
      drawings.prepare(
        [range.last + 1, range.first - 1, range.last + 2].map(wantedAt).filter((one) => one !== undefined),
      ),
    )
  }, [range.first, range.last, stack, drawings, wantedAt])

  const moveTo = useCallback((virtual: number) => {
    const { extent } = latest.current
    const to = clamped(virtual, extent)
    space.current = { physical: Math.round(atRest(to, extent)), virtual: to }
    isMoved.current = true
  }, [])
  // Together with the pages: scrolled before them, others would be seen for a moment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each range may bring a place to scroll to
  useLayoutEffect(() => {
    if (!isMoved.current || !pane.current) return
    isMoved.current = false
    pane.current.scrollTop = space.current.physical
  }, [range])

  const shownFile = useRef(file)
  const onMovedNow = useRef(onMoved)
  onMovedNow.current = onMoved
  // Whatever changes the pages around it, what is read stays where it is.
  useLayoutEffect(() => {
    const moved = movedFrom(anchor.current.page, shownFile.current, file)
    shownFile.current = file
    if (moved) {
      const { share, at } = anchor.current
      anchor.current =
        moved.why === 'revised'
          ? { page: moved.page, share, at }
          : { page: moved.page, share: 0, at: topOfPage }
      reading.set(moved.page)
      onMovedNow.current?.(moved)
    }
    const index = file.indexOf(anchor.current.page)
    if (size.height === 0) return
    if (index !== undefined) {
      const place = stack.topOf(index) + anchor.current.share * stack.heightOf(index)
      const extent = { height: stack.height, viewport: size.height }
      const virtual = clamped(place - anchor.current.at, extent)
      space.current = { physical: pane.current?.scrollTop ?? 0, virtual }
    }
    settle(true)
  }, [stack, file, size.height, settle, reading])

  const isScrolling = useRef(false)
  const restBeforeDrawing = useCallback(() => (isScrolling.current ? restBeforeDrawingMs : 0), [])
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const rest = useCallback(() => {
    clearTimeout(resting.current)
    resting.current = setTimeout(() => {
      isScrolling.current = false
      moveTo(space.current.virtual)
      settle(true)
    }, restMs)
  }, [moveTo, settle])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new stack changes how long everything is
  useEffect(rest, [stack, rest])
  useEffect(() => () => clearTimeout(resting.current), [])

  useEffect(() => {
    const element = pane.current
    if (!element) return
    const onScroll = () => {
      // The browser has moved what it now shows at another size, not a reader: the place is found again when that is
      // measured.
      const { width, height } = latest.current.size
      if (element.clientWidth !== width || element.clientHeight !== height) return
      if (isMoved.current) return
      const isUpOrDown = Math.abs(element.scrollTop - space.current.physical) >= 0.5
      across.onScroll(isUpOrDown)
      if (!isUpOrDown) return
      space.current = scrolled(space.current, element.scrollTop, latest.current.extent)
      isScrolling.current = true
      settle()
      rest()
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [settle, rest, across])

  useImperativeHandle(
    handle,
    (): PagePaneHandle => ({
      show({ page, box }) {
        const { stack, extent, file } = latest.current
        const index = file.indexOf(page)
        if (index === undefined) return
        isScrolling.current = false
        const top = stack.topOf(index)
        const height = stack.heightOf(index)
        const isSeen =
          box && isInView(space.current, extent, top + box.top * height, top + box.bottom * height)
        if (isSeen)
          anchor.current = { page, share: box.top, at: top + box.top * height - space.current.virtual }
        else {
          anchor.current = box
            ? { page, share: box.top, at: extent.viewport * readingLine }
            : { page, share: 0, at: topOfPage }
          across.goTo()
          moveTo(top + anchor.current.share * height - anchor.current.at)
        }
        settle(true)
      },
      expect(page) {
        const wanted = wantedAt(latest.current.file.indexOf(page) ?? -1)
        if (wanted) drawings.prepare([wanted])
      },
      scrollBy: (share) => pane.current?.scrollBy({ top: share * latest.current.extent.viewport }),
      scale() {
        const { stack, file } = latest.current
        return stack.scaleOf(file.indexOf(anchor.current.page) ?? 0)
      },
      inView() {
        const { stack, extent, file } = latest.current
        const line = space.current.virtual + extent.viewport * 0.4
        const index = stack.indexAt(line)
        const y = (line - stack.topOf(index)) / Math.max(1, stack.heightOf(index))
        return { page: file.pageAt(index) ?? 1, y: Math.min(0.95, Math.max(0.05, Math.round(y * 100) / 100)) }
      },
      focus: () => pane.current?.focus({ preventScroll: true }),
    }),
    [moveTo, settle, wantedAt, drawings, across],
  )

  const pending = useRef(0)
  const onSheet = useCallback((page: number, sheet: Sheet) => {
    const known = sheets.current.get(page)
    if (known?.width === sheet.width && known.height === sheet.height && known.rotate === sheet.rotate) return
    sheets.current.set(page, sheet)
    const { stack, file, rotationOf } = latest.current
    const rotation = rotationOf(file.documentOf(page)?.id ?? '')
    if (rotation === 0 && isAsAssumed(stack, file.indexOf(page) ?? -1, sheet)) return
    pending.current ||= requestAnimationFrame(() => {
      pending.current = 0
      setKnownSheets((count) => count + 1)
    })
  }, [])

  const shown: ReactNode[] = []
  for (let index = range.first; index <= Math.min(range.last, stack.count - 1); index++) {
    const page = file.pageAt(index)
    const document = page === undefined ? undefined : file.documentOf(page)
    if (page === undefined || !document) continue
    shown.push(
      <PageView
        key={page}
        page={page}
        documentId={document.id}
        documentName={document.name}
        offset={page - document.startPage}
        {...placeOf(stack, index)}
        top={stack.topOf(index) + range.shift}
        rotation={rotationOf(document.id)}
        sheet={turned(page) ?? usualSheet}
        onSheet={onSheet}
        distanceOf={distanceOf}
        restMs={restBeforeDrawing}
      >
        {over(page)}
      </PageView>,
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="pages" ref={pane} aria-label={label} tabIndex={0}>
      <div className="long" style={{ height: physicalHeight(extent), minWidth: widest }}>
        {shown}
      </div>
    </section>
  )
}

/** Most pages are as those before them: nothing moves when they become known. */
function isAsAssumed(stack: PageStack, index: number, { width, height, rotate }: Sheet): boolean {
  const scale = stack.scaleOf(index)
  const isNear = (a: number, b: number) => Math.abs(a - b) < 0.01
  return (
    rotate === 0 &&
    isNear(stack.widthOf(index), width * scale) &&
    isNear(stack.heightOf(index), height * scale)
  )
}

const placeOf = (stack: PageStack, index: number) => ({
  width: stack.widthOf(index),
  height: stack.heightOf(index),
  scale: stack.scaleOf(index),
})

function isInView({ virtual }: ScrollSpace, { viewport }: Extent, top: number, bottom: number): boolean {
  return top > virtual + 24 && bottom < virtual + viewport - 24
}
