import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { rawPages, rawPdf } from '../../files/intake/raw-pdf.ts'
import { testPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import type { Http } from '../world.ts'
import { type Desk, isAccessible, openDesk, picture } from './desk.ts'
import { atFourHundredPercent, reflows } from './reflow.ts'

const browserPath = await findBrowser()

const pages = 2500
const phrasePage = 1873
/** Each lies across, and so does the second page after it. */
const acrossPage = 2400
const hostileName = '<img src=x onerror=alert(1)>"\'><script>alert(2)</script>'
/** Would turn around what follows it: “fdp.exe” would end as a PDF does. */
const turning = '\u202efdp.exe'

type Documents = {
  documents: { id: string; name: string; startPage: number; endPage: number; read: boolean; tags: string[] }[]
}

describe('the reader in a browser', { skip: browserPath ? false : noBrowser }, () => {
  let desk: Desk
  let caseId: string
  let colleague: Http

  before(async () => {
    desk = await openDesk(browserPath as string)
    colleague = await desk.world.member('colleague', ['adjudicator'])
    caseId = await bigCase(desk.world.admin)
  })
  after(() => desk?.close())

  const documents = async () =>
    ((await desk.world.admin('GET', `/appeals/${caseId}/documents`)).json as Documents).documents

  /** Opens an address of the reader, signed in. */
  const reading = (path: string, use: (page: Page) => Promise<void>) =>
    desk.at(
      `/cases/${caseId}/read${path}`,
      async (page) => {
        await page.locator('[data-page] canvas').first().waitFor()
        await use(page)
      },
      { as: desk.world },
    )
  const drawn = (page: Page, number: number) => page.locator(`[data-page="${number}"] canvas`).waitFor()
  const path = (page: Page) => new URL(page.url()).pathname.replace(/.*\/read/, '')
  const isAt = (page: Page, wanted: string) =>
    page.waitForURL((url) => url.pathname.endsWith(`/read${wanted}`))

  it('a phrase in 2,500 pages is found, and its highlight is in view', async () => {
    await reading('', async (page) => {
      await isAccessible(page)
      await page.keyboard.press('/')
      await page.keyboard.type('"quicksilver lantern"')
      await page.keyboard.press('Enter')
      const hit = page.locator(`[data-page="${phrasePage}"] [data-hit]`)
      await hit.first().waitFor()
      await drawn(page, phrasePage)
      await until(async () => {
        const pane = await page.getByRole('region', { name: 'Pages of the case' }).boundingBox()
        const box = await hit.first().boundingBox()
        return pane && box && box.y > pane.y && box.y + box.height < pane.y + pane.height
      })
      await isAt(page, `/pages/${phrasePage}`)
      assert.equal(new URL(page.url()).searchParams.get('q'), '"quicksilver lantern"')
      await isAccessible(page)
      await picture(page, 'reader-search')
      // Another page of hits has its own place, and the way goes around.
      await page.keyboard.press('F3')
      await isAt(page, `/pages/${phrasePage}`)
      assert.ok((await page.locator('[data-page]').count()) < 12, 'only what is near is there')
      // The same address leads there again.
      await page.reload()
      await hit.first().waitFor()
    })
  })

  const signInInstead = async (page: Page, who: { username: string; password: string }) => {
    const address = page.url()
    await page.getByRole('button', { name: /account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/sign-in/)
    await desk.signIn(page, who)
    await page.waitForURL(address)
    await page.locator('[data-page] canvas').first().waitFor()
  }

  it('a comment, a highlight and a box are made by keyboard alone', async () => {
    await reading('/pages/3', async (page) => {
      const pins = page.locator('[data-page="3"] [data-annotation]')
      await page.keyboard.press('c')
      await page.getByRole('button', { name: /^New comment/ }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: /^Comment/ }).waitFor()
      await page.keyboard.type('The onset is dated here.')
      await isAccessible(page)
      // What was typed outlives a reload.
      await page.reload()
      const field = page.getByRole('textbox', { name: /^Comment/ })
      await field.waitFor()
      assert.equal(await field.inputValue(), 'The onset is dated here.')
      // Somebody else at this browser does not see it; it waits for its author.
      await signInInstead(page, { username: 'colleague', password: desk.world.password })
      assert.equal(await field.count(), 0)
      await signInInstead(page, desk.world)
      await field.waitFor()
      assert.equal(await field.inputValue(), 'The onset is dated here.')
      // Nor is it lost by stepping back, by another note, or when it cannot be saved.
      await field.press('Escape')
      await page.getByRole('button', { name: 'Continue writing' }).click()
      await page.getByRole('region', { name: 'Pages of the case' }).focus()
      await page.keyboard.press('c')
      await page.getByRole('button', { name: /^New comment/ }).press('Escape')
      const unsaved = page.getByRole('region', { name: 'Not saved yet' })
      await unsaved.getByText('The onset is dated here.').waitFor()
      await isAccessible(page)
      await picture(page, 'reader-unsaved-note')
      await unsaved.getByText('The onset is dated here.').click()
      await whileRefused(page, /\/annotations$/, async () => {
        await field.press('Control+Enter')
        await page.getByRole('alert').getByText('Not saved: Not now.').waitFor()
      })
      await page.reload()
      assert.equal(await field.inputValue(), 'The onset is dated here.')
      await field.press('Control+Enter')
      await pins.first().waitFor()

      await page.keyboard.press('b')
      await page.getByRole('button', { name: /^New box/ }).waitFor()
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: /^Comment/ }).waitFor()
      await page.keyboard.press('Control+Enter')
      await pins.nth(1).waitFor()

      await page.keyboard.press('v')
      await page.locator('.caret').waitFor()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Shift+ArrowRight')
      await page.locator('.selected-words').waitFor()
      await page.keyboard.press('h')
      await pins.nth(2).waitFor()
      await until(async () => (await notes(3)).length === 3)
      const [highlight] = (await notes(3)).filter(({ quote }) => quote)
      assert.equal(highlight?.quote, '3 of')
      const [comment] = (await notes(3)).filter((note) => note.comment)
      assert.equal(comment?.comment, 'The onset is dated here.')
      await isAccessible(page)
    })
  })

  /** The service does not take what is written there meanwhile. */
  const whileRefused = async (page: Page, path: RegExp, use: () => Promise<void>) => {
    await page.route(path, (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 403, json: { error: 'Not now.' } }),
    )
    await use()
    await page.unroute(path)
  }

  const notes = async (number: number) => {
    const of = (await documents()).findLast(({ startPage }) => startPage <= number)
    const { json } = await desk.world.admin('GET', `/appeals/${caseId}/documents/${of?.id}`)
    const { annotations } = (
      json as { document: { annotations: { page: number; comment?: string; quote?: string }[] } }
    ).document
    return annotations.filter(({ page }) => page === number)
  }

  it('a document is tagged, marked read and arranged', async () => {
    await reading('/pages/1', async (page) => {
      await page.keyboard.press('t')
      await page.getByLabel('New tag').fill('nexus')
      await whileRefused(page, /\/tags$/, async () => {
        await page.getByLabel('New tag').press('Enter')
        await page.getByText('“nexus” is not saved: Not now.').waitFor()
      })
      await page.reload()
      await page.getByText('What you typed earlier is here, not saved yet.').waitFor()
      assert.equal(await page.getByLabel('New tag').inputValue(), 'nexus')
      await page.getByLabel('New tag').press('Enter')
      await page.getByRole('button', { name: 'Remove the tag nexus' }).waitFor()
      await isAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('F2')
      const description = page.getByLabel('Description')
      await description.fill('Read twice.')
      await whileRefused(page, /\/documents\/[^/]+$/, async () => {
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('alert').getByText('Not saved: Not now.').waitFor()
      })
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('F2')
      assert.equal(await description.inputValue(), 'Read twice.')
      await isAccessible(page)
      // What somebody else writes meanwhile is not replaced without a word.
      const [edited] = await documents()
      const other = { body: { description: 'Read once.' } }
      await desk.world.admin('PATCH', `/cases/${caseId}/documents/${edited?.id}`, other)
      await page.locator('.documents').getByText('Read once.').waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page
        .getByRole('alert')
        .getByText('somebody else has changed this meanwhile: Description')
        .waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('m')
      await page.locator('[role=option].read').first().waitFor()
      await page.keyboard.press('Alt+ArrowDown')
      await until(async () => {
        const first = (await documents())[1]
        return first?.name === 'First' && first.read && first.tags.includes('nexus')
      })
      // What is read has not moved, and the next document is the next in the new order.
      assert.equal(path(page), '/pages/1')
      await page.keyboard.press('Alt+ArrowUp')
      await until(async () => (await documents())[0]?.name === 'First')
      // Whatever had the focus, the keys that scroll turn the pages.
      await page.evaluate('document.activeElement.blur()')
      await page.keyboard.press('End')
      await isAt(page, `/pages/${(await documents()).at(-1)?.endPage}`)
      await page.keyboard.press('Home')
      await isAt(page, '/pages/1')
      await page.keyboard.press('PageDown')
      await isAt(page, '/pages/2')
    })
  })

  it('an issue is cited for and decided beside the page', async () => {
    await reading('/pages/4', async (page) => {
      await page.keyboard.press('i')
      await page.getByText('Service connection for tinnitus').waitFor()
      await citedForFirstIssue(page)
      await page.getByRole('button', { name: 'Remove the citation' }).click()
      await page.getByText('cited for issue 1', { exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('cited for issue 1', { exact: true }).waitFor()
      await page.keyboard.press('d')
      await page.getByRole('dialog', { name: 'Decide issue 1' }).waitFor()
      await isAccessible(page)
      await page.getByRole('radio', { name: /^Allowed/ }).check()
      await page.reload()
      await page.getByRole('radio', { name: /^Allowed/, checked: true }).waitFor()
      // Stepping back keeps it, too.
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('d')
      await page.getByRole('radio', { name: /^Allowed/, checked: true }).waitFor()
      // Nor is the decision of somebody else who was quicker.
      const listed = await desk.world.admin('GET', `/cases/${caseId}/issues`)
      const issueId = (listed.json as { issues: { id: string }[] }).issues[0]?.id
      const quicker = { body: { disposition: 'denied' } }
      await desk.world.admin('PUT', `/cases/${caseId}/issues/${issueId}/decision`, quicker)
      await page.locator('button[aria-label="Decide issue 1: Denied"]').waitFor()
      await page.getByRole('button', { name: 'Save the decision' }).click()
      await page.getByRole('alert').getByText('it is “Denied”').waitFor()
      // Also if that happens while the decision is on its way, where only the service can see it.
      let isOnItsWay = true
      await page.route(/\/decision$/, async (route) => {
        const inBetween = { body: { disposition: 'withdrawn' } }
        if (isOnItsWay)
          await desk.world.admin('PUT', `/cases/${caseId}/issues/${issueId}/decision`, inBetween)
        isOnItsWay = false
        await route.continue()
      })
      await page.getByRole('button', { name: 'Save the decision' }).click()
      await page.getByRole('alert').getByText('it is “Withdrawn”').waitFor()
      await page.getByRole('button', { name: 'Save the decision' }).click()
      await page.getByRole('button', { name: 'Decide issue 1: Allowed' }).waitFor()
      await isAccessible(page)
      await picture(page, 'reader')
      const { json } = await desk.world.admin('GET', `/cases/${caseId}/issues`)
      const [issue] = (json as { issues: { citations: number; decision?: { disposition: string } }[] }).issues
      assert.deepEqual([issue?.citations, issue?.decision?.disposition], [1, 'allowed'])
    })
  })

  /** Two keys in a row are one command only if the second follows soon, which a busy machine may miss. */
  const citedForFirstIssue = async (page: Page) => {
    const cited = page.getByText('cited for issue 1', { exact: true })
    await until(async () => {
      await page.keyboard.press('e')
      await page.keyboard.press('1')
      const isCited = await cited.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      )
      // The second key alone has folded the documents.
      if (!isCited) await page.keyboard.press('1')
      return isCited
    })
  }

  it("a colleague's note appears by itself, and the page does not move", async () => {
    await desk.at(`/cases/${caseId}/read/pages/40`, async (page) => {
      const said = page.waitForRequest((sent) => sent.method() === 'PUT' && /\/presence$/.test(sent.url()))
      await desk.signIn(page)
      assert.equal(
        (await said).postDataJSON().page,
        40,
        'others are told the right page from the first time on',
      )
      await drawn(page, 40)
      await until(async () => {
        await colleague('PUT', `/cases/${caseId}/presence`, { body: { page: 40 } })
        return page.getByText(/ is reading page 40$/).isVisible()
      }, 500)
      await page
        .locator('[data-page="40"]')
        .getByRole('img', { name: /is reading page 40/ })
        .waitFor()
      const place = () => page.locator('[data-page="40"]').boundingBox()
      await until(async () => {
        const shown = await page.locator('[data-page]').count()
        return shown > 1 && (await page.locator('[data-page] canvas').count()) === shown
      })
      const before = await place()
      const of = (await documents()).findLast(({ startPage }) => startPage <= 40)
      // The message goes away by itself: it is waited for before there is anything to tell.
      const [{ status }] = await Promise.all([
        colleague('POST', `/appeals/${caseId}/documents/${of?.id}/annotations`, {
          body: { page: 40, x: 0.4, y: 0.2, comment: 'See also page 3.' },
        }),
        page.locator('[data-page="40"] [data-annotation]').waitFor(),
        page.getByText('colleague has added a note on page 40.').waitFor(),
      ])
      assert.equal(status, 201)
      assert.deepEqual(await place(), before)
    })
  })

  it('back and forward lead through ten addresses as they were', async () => {
    await reading('/pages/2', async (page) => {
      // A caret goes with its page: what is selected on another one is what a key is meant for.
      await page.keyboard.press('v')
      await page.locator('.caret').waitFor()
      const caretHelp = page.getByText(/^Arrows move over the words/)
      await caretHelp.waitFor()
      const addresses = ['/pages/2']
      for (const number of [700, 12, 1400, 55, 2400, 9, 1000, 33, 2000]) {
        await page.keyboard.press('g')
        await page.getByRole('dialog').waitFor()
        await page.keyboard.type(String(number))
        await page.keyboard.press('Enter')
        await isAt(page, `/pages/${number}`)
        await drawn(page, number)
        addresses.push(`/pages/${number}`)
      }
      assert.equal(await caretHelp.count(), 0)
      for (const address of addresses.toReversed().slice(1)) {
        await page.goBack()
        await isAt(page, address)
        await drawn(page, Number(address.split('/').at(-1)))
      }
      for (const address of addresses.slice(1)) {
        await page.goForward()
        await isAt(page, address)
      }
      await drawn(page, 2000)
      // In a pane of another size the browser scrolls by itself: nobody reads elsewhere for that.
      const said = await page.evaluate(`(async () => {
        const pane = document.querySelector('.sheets > .pages')
        const at = pane.scrollTop
        pane.style.cssText = 'flex: none; height: 80px'
        pane.scrollTop = 0
        pane.dispatchEvent(new Event('scroll'))
        // A key is answered by what is shown now.
        pane.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }))
        await Promise.resolve()
        const said = document.querySelector('.status-line').textContent
        pane.style.cssText = ''
        pane.scrollTop = at
        return said
      })()`)
      assert.match(said as string, /^Page 2,000 of 2,500/)
      // Who leaves at once after a jump is not fetched back, also while the next screen is still being loaded.
      const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>()
      await page.route(/assets\/cases-[^/]*\.js/, (route) => isLetThrough.then(() => route.continue()))
      const left = await page.evaluate(`(async () => {
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))
        document.querySelector('nav a[href$="/cases"]').click()
        const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
        for (let count = 0; count < 30; count++) await frame()
        return location.pathname
      })()`)
      letThrough()
      assert.equal(left, '/workspace/cases')
      await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor()
      await page.goBack()
      await isAt(page, '/pages/2000')
      await page.setViewportSize({ width: 320, height: 640 })
      await page.getByRole('button', { name: 'Issues, notes' }).waitFor()
      await drawn(page, 2000)
      await page.locator('.status-line').getByText('2,000').waitFor()
    })
  })

  it('a page between wider ones stands where it is read when it is opened, and keeps its place at another zoom', async () => {
    await reading(`/pages/${acrossPage + 1}?zoom=100`, async (page) => {
      const pane = page.locator('.pages')
      const sheet = page.locator(`.pages [data-page="${acrossPage + 1}"]`)
      const isWide = async () => (await pane.evaluate((element) => element.scrollWidth)) > 1050
      const across = async () => {
        const [around, at] = [await pane.boundingBox(), await sheet.boundingBox()]
        return around && at ? { left: Math.round(at.x - around.x), width: Math.round(at.width) } : undefined
      }
      await until(isWide)
      assert.deepEqual(await across(), { left: 16, width: 816 })
      const view = await pane.evaluate((element) => element.clientWidth)
      const middle = (view / 2 - 16) / 816
      await page.keyboard.press('+')
      await until(async () => (await across())?.width === 898)
      const { left = 0 } = (await across()) ?? {}
      assert.ok(Math.abs(left + middle * 898 - view / 2) <= 1, `${left}`)
      await page.keyboard.press('0')
      await page.waitForURL((url) => !url.searchParams.has('zoom'))
    })
  })

  it('of a large file only what its pages need is fetched, also where one node of its tree holds them all', async () => {
    const count = 120
    const large = await caseWith(desk.world.admin, {}, largePages(count))
    await desk.at(
      `/cases/${large}/read/pages/1`,
      async (page) => {
        let fetched = 0
        page.on('response', (response) => {
          if (!response.url().includes('/scoped-bytes/')) return
          fetched += Number(response.headers()['content-length'])
        })
        await page.reload()
        await drawn(page, 1)
        await page.keyboard.press('g')
        await page.keyboard.type(String(count - 1))
        await page.keyboard.press('Enter')
        await drawn(page, count - 1)
        assert.ok(fetched > largePage && fetched < 12 * largePage, `${fetched} bytes`)
      },
      { as: desk.world },
    )
  })

  it('a file that nobody can read says why, and can be downloaded as it came', async () => {
    const locked = await caseWith(
      desk.world.admin,
      {},
      await testPdf(['secret'], { userPassword: 'password' }),
    )
    await desk.at(
      `/cases/${locked}/read/pages/1`,
      async (page) => {
        const failed = page.locator('.failed')
        await failed.getByText('The file is protected by a password.').waitFor()
        const downloading = page.waitForEvent('download')
        await failed.getByRole('button', { name: 'Download' }).click()
        assert.equal((await downloading).suggestedFilename(), 'file.pdf')
      },
      { as: desk.world },
    )
  })

  it('names that look like code are only names', async () => {
    await reading('/pages/2301', async (page) => {
      await page.getByRole('heading', { name: `${hostileName}\ufffdfdp.exe` }).waitFor()
      await page.keyboard.press('f')
      await page.keyboard.type('onerror')
      await page.locator('[role=option]').nth(1).waitFor({ state: 'detached' })
      await isAccessible(page)
    })
  })

  it('every key of the reader is in the list of shortcuts', async () => {
    await reading('', async (page) => {
      const toCase = page.getByRole('link', { name: 'Case page' })
      assert.equal(await toCase.getAttribute('href'), `/workspace/cases/${caseId}`)
      await page.keyboard.press('?')
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      for (const name of ['Next document', 'Search the case', 'Draw a box', 'Decide the issue in focus'])
        await dialog.getByText(name, { exact: true }).waitFor()
      await isAccessible(page)
    })
  })

  it('at 400 % zoom it shows one pane at a time, and everything can be reached', async () => {
    const viewport = atFourHundredPercent
    await desk.at(
      `/cases/${caseId}/read/pages/3`,
      async (page) => {
        await desk.signIn(page)
        await drawn(page, 3)
        await reflows(page)
        const seen = await page.locator('.pages').boundingBox()
        assert.ok(seen && Math.min(viewport.height, seen.y + seen.height) - seen.y >= viewport.height / 2)
        await isAccessible(page)
        const list = page.getByRole('listbox', { name: 'Documents of the case' })
        assert.equal(await list.isVisible(), false)
        await page.getByRole('button', { name: 'Documents', exact: true }).click()
        await reflows(page)
        await list.getByRole('option', { name: /First/ }).click()
        await isAt(page, '/pages/1')
        await drawn(page, 1)
        assert.equal(await list.isVisible(), false)
        await page.getByRole('button', { name: 'Issues, notes' }).click()
        await page.getByRole('tab', { name: /^Issues/ }).click()
        await page.getByText('Service connection for tinnitus').waitFor()
        await reflows(page)
        await page.keyboard.press('c')
        await page.getByRole('button', { name: /^New comment/ }).waitFor()
        await page.keyboard.press('Enter')
        await page.getByRole('textbox', { name: /^Comment/ }).fill('Read at 400 %.')
        await reflows(page)
        await page.keyboard.press('Control+Enter')
        await page.locator('[data-page="1"] [data-annotation]').waitFor()
        await page.keyboard.press('d')
        await page.getByRole('dialog').waitFor()
        await reflows(page)
      },
      { viewport },
    )
  })

  it('by its address a page is there before its frame, and stays; panes fold, zoom and turning are kept', async () => {
    await reading('/pages/3', async (page) => {
      await page.getByRole('searchbox', { name: 'Filter' }).waitFor()
      const { promise: isPressed, resolve: pressed } = Promise.withResolvers<void>()
      await page.route(/assets\/index-.*js/, (route) => isPressed.then(() => route.continue()))
      await page.reload({ waitUntil: 'commit' })
      const first = page.locator('.first-page [data-page="3"] canvas')
      await first.waitFor()
      const place = await first.boundingBox()
      assert.ok(place)
      const drawnOnce = await first.elementHandle()
      await page.getByText('Opening the reader…').waitFor()
      await page.mouse.move(place.x + 40, place.y + 40)
      await page.mouse.wheel(0, 30)
      await page.keyboard.press('/')
      await page.keyboard.type('lantern')
      pressed()
      const search = page.getByRole('searchbox', { name: /Search/ })
      await until(async () => (await search.count()) > 0 && (await search.inputValue()) === 'lantern')
      assert.equal(await page.locator('.first-page').count(), 0)
      const canvas = page.locator('.pages [data-page="3"] canvas')
      await until(async () => (await canvas.boundingBox())?.y === place.y - 30)
      assert.deepEqual(await canvas.boundingBox(), { ...place, y: place.y - 30 })
      assert.ok(await drawnOnce?.evaluate((canvas) => canvas.isConnected))
      await page.keyboard.press('Escape')
      await page.locator('.pages').focus()
      const list = page.getByRole('listbox', { name: 'Documents of the case' })
      await list.waitFor()
      await page.keyboard.press('1')
      await list.waitFor({ state: 'detached' })
      await page.keyboard.press('+')
      await page.waitForURL(/zoom=/)
      await page.keyboard.press('r')
      const shape = async () => {
        const box = await page.locator('[data-page="3"]').boundingBox()
        return box ? box.width > box.height : undefined
      }
      await until(async () => (await shape()) === true)
      // While its page is waited for, a control that is there already does what it says.
      const { promise: isToggled, resolve: toggled } = Promise.withResolvers<void>()
      await page.route(/scoped-bytes/, (route) => isToggled.then(() => route.continue()))
      await page.reload({ waitUntil: 'commit' })
      const thumbnails = page.getByRole('button', { name: 'Thumbnails' })
      await thumbnails.press('Enter')
      await thumbnails.and(page.locator('[aria-pressed=true]')).waitFor()
      await thumbnails.press('Space')
      await thumbnails.and(page.locator('[aria-pressed=false]')).waitFor()
      toggled()
      await drawn(page, 3)
      await until(async () => (await shape()) === true)
      assert.equal(await list.count(), 0)
      await page.keyboard.press('1')
      await list.waitFor()
      await page.emulateMedia({ forcedColors: 'active' })
      // How much has been read keeps a colour of its own.
      const adjusted = `getComputedStyle(document.querySelector('meter.progress')).forcedColorAdjust`
      assert.equal(await page.evaluate(adjusted), 'none')
      await isAccessible(page)
      // On a tablet the page keeps most of the room, beside one of the others.
      await page.setViewportSize({ width: 820, height: 1180 })
      const shown = page.getByRole('region', { name: 'Pages of the case' })
      await until(async () => ((await shown.boundingBox())?.width ?? 0) > 410)
      await page.getByRole('button', { name: 'Issues, notes' }).click()
      await page.getByRole('tab', { name: /Issues/ }).waitFor()
      assert.equal(await list.isVisible(), false)
      await until(async () => ((await shown.boundingBox())?.width ?? 0) > 410)
    })
  })
})

/** A case of 2,500 pages in a few documents, one of them with a name that would be code elsewhere. */
async function bigCase(http: Http): Promise<string> {
  const texts = Array.from({ length: pages }, (_, index) => {
    const page = index + 1
    const text = `Page ${page} of the record. ${page === phrasePage ? 'A quicksilver lantern stood there.' : ''}`
    return page === acrossPage || page === acrossPage + 2 ? { text, rotate: 90 } : text
  })
  const documents = [
    { name: 'First', pageCount: 2 },
    { name: 'Second', pageCount: 48 },
    { name: 'Records', pageCount: 2250, categories: ['medical'] },
    { name: `${hostileName}${turning}`, pageCount: 200 },
  ]
  const id = await caseWith(http, { documents }, await testPdf(texts))
  await http('POST', `/cases/${id}/issues`, {
    body: { issueType: 'serviceConnection', description: 'Service connection for tinnitus' },
  })
  await until(async () => {
    const { json } = await http('GET', `/cases/${id}`)
    const { text } = (json as { case: { text: { pagesRead: number; pages: number } } }).case
    return text.pagesRead === text.pages
  })
  return id
}

async function caseWith(http: Http, given: object, file: Uint8Array): Promise<string> {
  const form = new FormData()
  const about = { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-01-02', ...given }
  form.set('case', JSON.stringify(about))
  form.set('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'file.pdf')
  const { status, json, text } = await http('POST', '/cases', { body: form })
  assert.equal(status, 201, text)
  return (json as { case: { id: string } }).case.id
}

/** Of so many bytes, as a scan would be: a file of many such pages is not fetched whole. */
const largePage = 300_000

function largePages(count: number): Buffer {
  const pages = Object.entries(rawPages(count)).map(([id, object]) => [
    id,
    typeof object === 'string'
      ? object
      : { ...object, bytes: Buffer.concat([object.bytes, Buffer.from(`\n%${'x'.repeat(largePage)}`)]) },
  ])
  return rawPdf({ 1: '<</Type/Catalog/Pages 2 0 R>>', ...Object.fromEntries(pages) })
}
