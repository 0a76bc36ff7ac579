import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TaskList } from '@portico/contract/tasks'
import type { Page, Route } from 'playwright-core'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { until } from '../until.ts'
import type { Http } from '../world.ts'
import { type Desk, isAccessible, openDesk, picture } from './desk.ts'
import { atFourHundredPercent, atTwoHundredPercent, reflows } from './reflow.ts'

const browserPath = await findBrowser()
/** Nothing here takes longer; a wait that does not end says so before the run does. */
const patienceMs = 60_000
const longName =
  'Entitlement to service connection for a chronic acquired psychiatric disorder, to include posttraumatic stress disorder and an anxiety disorder, claimed as secondary to the residuals of a traumatic brain injury'
const rightToLeft = { firstName: 'محمد', lastName: 'عبد الرحمن' }

describe('every state of a draft and a decision in a browser', {
  skip: browserPath ? false : noBrowser,
}, () => {
  let desk: Desk
  let drafter: Http
  let judge: Http
  let workProductId: string
  let issueIds: string[]
  let version = 1

  const done = async (http: Http, method: string, place: string, body?: unknown) => {
    const reply = await http(method, `/cases/${desk.world.caseId}${place}`, { body })
    assert.ok(reply.status < 300, `${method} ${place}: ${reply.text}`)
    return reply.json
  }
  const on = (place = '') => `/work-products/${workProductId}${place}`
  const openTask = async (type: string) => {
    const { tasks } = (await done(desk.world.admin, 'GET', '/tasks?open=true')) as TaskList
    return tasks.find((task) => task.type === type)?.id
  }
  const complete = async (type: string, body: unknown, by = desk.world.admin) =>
    done(by, 'POST', `/tasks/${await openTask(type)}/complete`, body)
  const save = async (content: unknown) => {
    const saved = await done(drafter, 'PUT', on(), { baseVersion: version, content })
    version = (saved as { workProduct: { version: number } }).workProduct.version
  }

  /** Opens the screen as somebody, and looks at it as all of them do who use it. */
  const shown = (username: string, name: string, use: (page: Page) => Promise<void>, search = '') =>
    desk.at(
      `/cases/${desk.world.caseId}/write/${workProductId}${search}`,
      async (page) => {
        page.setDefaultTimeout(patienceMs)
        await page.getByRole('article').first().waitFor()
        await use(page)
        await isAccessible(page)
        await picture(page, `state-${name}`)
        await page.setViewportSize({ width: 1024, height: 768 })
        assert.deepEqual(await clippedIn(page, '.writing .screen-head'), [], 'the head at 1024 pixels')
        for (const zoom of [atTwoHundredPercent, atFourHundredPercent]) {
          await page.setViewportSize(zoom)
          await reflows(page)
        }
      },
      { as: { username, password: desk.world.password } },
    )

  before(async () => {
    desk = await openDesk(browserPath as string)
    const { world } = desk
    drafter = await world.member('dora', ['drafter'])
    judge = await world.member('judith', ['adjudicator'])
    await world.member('jules', ['adjudicator'])
    await done(world.admin, 'POST', '/docket', { docket: 'directReview' })
    await complete('distribution', { outcome: 'distributed', assignee: { person: 'judith' } })
    await complete('assignment', { outcome: 'assigned', assignee: { person: 'dora' } }, judge)
    await done(drafter, 'POST', '/issues', { issueType: 'serviceConnection', description: longName })
    const { issues } = (await done(drafter, 'GET', '/issues')) as { issues: { id: string }[] }
    issueIds = issues.map(({ id }) => id)
    const content = { opening: [], issues: [], closing: [] }
    const made = await done(drafter, 'POST', '/work-products', { content })
    workProductId = (made as { workProduct: { id: string } }).workProduct.id
  })
  after(() => desk?.close())

  it('nothing is written yet, then a text without citations, which a colleague holds', async () => {
    await shown('dora', 'empty', async (page) => {
      const text = page.getByRole('article', { name: 'Text' })
      await text.getByRole('heading', { name: 'Nothing has been written' }).waitFor()
      assert.equal(await text.getByText('This section is empty.').count(), issueIds.length)
      await text
        .locator('[data-finding=issueUndecided]')
        .nth(issueIds.length - 1)
        .waitFor()
      await page.getByText('0 words · 0 citations').waitFor()
    })
    for (const id of issueIds)
      await done(drafter, 'PUT', `/issues/${id}/decision`, { disposition: 'allowed' })
    await save(textOf([{ type: 'text', text: sentence }]))
    await shown('dora', 'no-citations', async (page) => {
      await page.locator('[data-finding]', { hasText: 'cites no evidence' }).first().waitFor()
      assert.equal(await page.getByText('Nothing has been written').count(), 0)
    })
    await shown('jules', 'held', (page) => page.getByText('dora holds the task.').first().waitFor())
  })

  it('a table and footnotes, which lead to each other', async () => {
    const said = (text: string) => ({ type: 'text', text })
    const cell = (...content: object[]) => ({ content })
    const note = { type: 'footnote', content: [said('As amended in '), cite(3), said('.')] }
    const table = {
      type: 'table',
      caption: 'What each examiner found',
      header: [cell(said('Date')), cell(said('Examiner')), cell(said('Finding'))],
      rows: [{ cells: [cell(said('1998'), note), cell(said('Dr. Osun')), cell(said(sentence), cite(2))] }],
    }
    const first = {
      type: 'paragraph',
      content: [said(sentence), { type: 'footnote', content: [said('First.')] }],
    }
    await save({ opening: [first, table], issues: [], closing: [] })
    await shown('dora', 'table', async (page) => {
      const grid = page.getByRole('table', { name: 'What each examiner found' })
      assert.deepEqual(await grid.getByRole('columnheader').allInnerTexts(), ['Date', 'Examiner', 'Finding'])
      await grid.getByRole('link', { name: 'Footnote 2' }).press('Enter')
      const listed = page.locator('.footnotes li:focus')
      await listed.getByText('As amended in').waitFor()
      assert.equal(await listed.locator('[data-cite]').count(), 1)
      await listed.getByRole('link', { name: 'Back to the reference to footnote 2' }).press('Enter')
      await page.locator('sup a:focus', { hasText: '2' }).waitFor()
    })
  })

  it('forty pages with sixty citations, their comparison, and many comments with replies', async () => {
    const cited = [{ type: 'text', text: sentence.repeat(2) }, cite(2)]
    await save(textOf(...Array.from({ length: 60 }, () => cited)))
    await shown('dora', 'long', async (page) => {
      assert.equal(await page.locator('[data-cite]').count(), 60 * issueIds.length)
    })
    await save(textOf([{ type: 'text', text: sentence }, cite(2), cite(3)]))
    await shown(
      'dora',
      'compared',
      (page) =>
        page
          .getByRole('article', { name: 'Version 4 compared with version 5' })
          .locator('del')
          .first()
          .waitFor(),
      '?part=versions&compare=4-5',
    )
    await done(drafter, 'POST', on('/submit'), { version })
    for (let nth = 0; nth < 12; nth += 1) {
      const place = { part: 'issue', issueId: issueIds[0], block: 0 }
      const made = await done(judge, 'POST', on('/comments'), { text: `${nth}. ${sentence}`, place })
      const { id } = (made as { comment: { id: string } }).comment
      for (let reply = 0; reply < nth % 3; reply += 1)
        await done(drafter, 'POST', on('/comments'), { text: 'It is on page 2.', inReplyTo: id })
    }
    await shown(
      'judith',
      'comments',
      async (page) => {
        const threads = page.getByRole('group', { name: 'Comment by judith' })
        await threads.nth(11).waitFor()
        assert.equal(await threads.count(), 12)
        assert.deepEqual(await overlapping(page, '.notes'), [])
      },
      '?part=comments',
    )
    await done(judge, 'POST', on('/return'), { version, reasons: ['Quote the examiner.', longName] })
    await shown('dora', 'returned', (page) => page.getByText('Returned by judith').waitFor())
    await done(drafter, 'POST', on('/submit'), { version })
  })

  it('a death and a withdrawal: each issue has beside it the dispositions that remain', async () => {
    const { admin } = desk.world
    const { parties } = (await done(admin, 'GET', '/parties')) as { parties: Party[] }
    const { id, role, person } = parties.find((party) => party.role === 'appellant') as Party
    await done(admin, 'POST', `/parties/${id}`, {
      role,
      person: { ...person, ...rightToLeft, deathDate: '2026-02-01' },
    })
    const remain = async (page: Page, why: RegExp, first: string) => {
      const notes = page.locator('.beside .found.bad', { hasText: why })
      await notes.first().waitFor()
      assert.equal(await notes.count(), issueIds.length)
      const remaining = notes.first().getByRole('list', { name: 'Can be signed as' }).getByRole('listitem')
      assert.equal(await remaining.first().textContent(), first)
      assert.equal(await remaining.count(), 3)
      // The list beside the text tells the cause once, and leads to each issue that it bars.
      const listed = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: why })
      assert.equal(await listed.count(), 1)
      await listed.getByRole('button', { name: longName }).press('Enter')
      await page.locator('.beside:focus', { hasText: longName }).waitFor()
    }
    await shown('judith', 'death', (page) => remain(page, /has died\./, 'Dismissed, death'))
    await done(admin, 'POST', `/parties/${id}`, { role, person: { ...person, ...rightToLeft } })
    await done(admin, 'POST', '/mail', { mailType: 'withdrawal' })
    await shown('judith', 'withdrawal', (page) =>
      remain(page, /“Withdrawal of appeal” is open\./, 'Withdrawn'),
    )
    const changes = { scope: 'none', why: 'It is about another appeal.' }
    await complete('withdrawal', { changes })
    await shown('judith', 'ready', (page) => page.getByText('Nothing blocks the signature.').waitFor())
  })

  it('signing, sealing, a seal that does not hold, released, a delivery that failed, recalled', async () => {
    await shown('judith', 'signing', async (page) => {
      await page.keyboard.press('s')
      const dialog = page.getByRole('dialog', { name: 'Sign the decision' })
      // It is read from its top, also where what it asks is far below.
      await dialog.getByRole('heading', { name: 'Frozen by your signature' }).waitFor()
      assert.equal(await dialog.evaluate((shown) => shown.scrollTop), 0)
    })
    await done(judge, 'POST', on('/sign'), { version })
    const product = async () => {
      const { workProduct } = (await done(judge, 'GET', on())) as { workProduct: { status: string } }
      return workProduct
    }
    await until(async () => (await product()).status === 'released')
    await shown('judith', 'sealing', async (page) => {
      await page.route(`**${on()}`, (route) =>
        answered(route, ({ workProduct: { released: _, ...rest } }) => ({
          workProduct: { ...rest, status: 'signed' },
        })),
      )
      await page.route(/\/decision-package(\?|$)/, (route) => answered(route, withoutFile))
      await page.reload()
      await page.locator('[data-step=next]', { hasText: 'Being sealed' }).waitFor()
    })
    await shown('judith', 'broken', async (page) => {
      await page.route('**/verification*', (route) =>
        answered(route, (verification) => ({ ...verification, holds: false })),
      )
      await page.reload()
      await page.getByText('Do not rely on this PDF.').waitFor()
    })
    const { deliveries } = (await done(desk.world.admin, 'GET', '/deliveries')) as {
      deliveries: { id: string }[]
    }
    const why = 'The address is unknown to the post office.'
    await done(desk.world.admin, 'PUT', `/deliveries/${deliveries[0]?.id}/failure`, { why })
    await shown('judith', 'delivery-failed', async (page) => {
      await page.locator('.delivery.failed', { hasText: why }).waitFor()
      await page.getByRole('link', { name: 'Open the task on the case' }).waitFor()
    })
    await done(judge, 'POST', on('/recall'), { why: 'A page was missed.' })
    await shown('judith', 'recalled', (page) => page.getByText('A page was missed.').first().waitFor())
  })

  const textOf = (...paragraphs: unknown[][]) => ({
    opening: [{ type: 'paragraph', content: [{ type: 'text', text: sentence }] }],
    closing: [],
    issues: issueIds.map((issueId) => ({
      issueId,
      content: paragraphs.map((content) => ({ type: 'paragraph', content })),
    })),
  })
})

type Party = { id: string; role: string; person: object }

const sentence =
  'The examiner who saw him in March 2019 found moderate laxity of the left knee that is at least as likely as not related to the fall that his service treatment records describe. '
const cite = (page: number) => ({ type: 'citation', anchor: { page } })

// biome-ignore lint/suspicious/noExplicitAny: an answer of the service, changed on its way
type Answer = Record<string, any>

async function answered(route: Route, change: (answer: Answer) => Answer) {
  const response = await route.fetch()
  if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
  return route.fulfill({ response, json: change(await response.json()) })
}

const withoutFile = (answer: Answer): Answer =>
  JSON.parse(JSON.stringify(answer, (key, value) => (key === 'file' ? undefined : value)))

/** What does not fit into its own box and is cut off. */
const clippedIn = (page: Page, selector: string) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('${selector} > *')]
    .filter((one) => getComputedStyle(one).overflow === 'hidden' && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent)`)

/** Boxes that cover each other. */
const overlapping = (page: Page, selector: string) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('${selector}')]
    .map((one) => one.getBoundingClientRect())
    .flatMap((one, index, all) => all.slice(index + 1)
      .filter((other) => one.bottom > other.top + 1 && other.bottom > one.top + 1 && one.right > other.left && other.right > one.left)
      .map((other) => one.top + ' covers ' + other.top))`)
