/**
 * Installs the tools that a machine with only Node and npm lacks: pnpm into `.cache`, the packages, Chromium
 * and a Vulkan driver. On Debian or Ubuntu with permission to install, this uses apt; elsewhere it uses the
 * installed programs and says in one sentence what is missing.
 */
import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { cache, root, run } from './run.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const pnpmVersion = manifest.packageManager.split('@')[1];
const pnpmHome = join(cache, `pnpm-${pnpmVersion}`);
const pnpmScript = join(pnpmHome, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');

/** npm's own script: named by npm if it started us, otherwise next to Node. */
const npmScript =
  process.env.npm_execpath ??
  [
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find(existsSync);

/** The environment for everything we start: Node, our pnpm and the installed tools come first on the PATH. */
export function environment() {
  const path = [
    join(root, 'node_modules', '.bin'),
    join(pnpmHome, 'node_modules', '.bin'),
    dirname(process.execPath),
    process.env.PATH ?? '',
  ].join(delimiter);
  const env = { ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
  const chromium = findChromium();
  if (chromium) env.COLIDE_CHROMIUM = chromium;
  const driver = process.env.VK_ICD_FILENAMES ?? findSoftwareVulkan(chromium);
  if (driver) env.VK_ICD_FILENAMES = driver;
  return env;
}

/** Runs pnpm, the pinned version. */
export function pnpm(args, options = {}) {
  return run(process.execPath, [pnpmScript, ...args], { env: environment(), ...options });
}

/** Installs pnpm into `.cache` unless it is there. */
export async function installPnpm() {
  if (existsSync(pnpmScript)) return;
  if (!npmScript) fail('npm was not found beside Node: install npm.');
  const args = [
    'install',
    '--prefix',
    pnpmHome,
    '--no-save',
    '--no-audit',
    '--no-fund',
    `pnpm@${pnpmVersion}`,
  ];
  const code = await run(process.execPath, [npmScript, ...args], { quiet: true });
  if (code !== 0) fail(`pnpm ${pnpmVersion} could not be installed; is the package registry reachable?`);
}

/**
 * Installs the workspace's packages as the lock file says. Packages installed by someone with another home
 * directory stay: we continue with the store they came from. If that is gone, pnpm would ask before it starts
 * over, and give up without a terminal; we start over.
 */
export async function installPackages() {
  const args = ['install', '--frozen-lockfile', '--prefer-offline', '--config.confirm-modules-purge=false'];
  const store = installedStore();
  if (store) args.push(`--store-dir=${store}`);
  if ((await pnpm(args)) !== 0) fail('The packages could not be installed.');
}

/** The store that `node_modules` was installed from, if we may write to it. */
function installedStore() {
  try {
    const notes = readFileSync(join(root, 'node_modules', '.modules.yaml'), 'utf8');
    const [, store] = /^\s*"?storeDir"?: *"?(.*?)"?,?$/m.exec(notes);
    accessSync(store, constants.W_OK);
    return store;
  } catch {
    return undefined;
  }
}

/** Makes sure that there is a Chromium and a Vulkan driver; returns what is missing, in words, or nothing. */
export async function installBrowser() {
  const missing = () => {
    if (!findChromium())
      return 'Chromium (or Chrome) is missing: install it or set COLIDE_CHROMIUM to its path.';
    if (process.platform === 'linux' && !findVulkanLoader())
      return 'The Vulkan loader (libvulkan1) is missing: install it.';
    return undefined;
  };
  if (!missing()) return undefined;
  const install = aptInstaller();
  if (install) {
    console.log('installing chromium and libvulkan1 with apt');
    await install(['update']);
    await install(['install', '-y', '--no-install-recommends', 'chromium', 'libvulkan1']);
  }
  return missing();
}

/** A function that runs apt-get with permission to install, or undefined if there is none. */
function aptInstaller() {
  const apt = '/usr/bin/apt-get';
  if (process.platform !== 'linux' || !existsSync(apt)) return undefined;
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const env = { ...process.env, PATH: path, DEBIAN_FRONTEND: 'noninteractive' };
  if (process.getuid() === 0) return args => run(apt, args, { env, quiet: true });
  if (existsSync('/usr/bin/sudo'))
    return args => run('/usr/bin/sudo', ['-n', apt, ...args], { env, quiet: true });
  return undefined;
}

function findChromium() {
  return [
    process.env.COLIDE_CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ].find(path => path && existsSync(path));
}

/** The software Vulkan driver (SwiftShader) that Chromium brings along. */
function findSoftwareVulkan(chromium) {
  if (process.platform !== 'linux') return undefined;
  const folders = ['/usr/lib/chromium', '/usr/lib/chromium-browser', '/opt/google/chrome'];
  if (chromium) folders.push(dirname(realpathSync(chromium)));
  return folders.map(folder => join(folder, 'vk_swiftshader_icd.json')).find(existsSync);
}

function findVulkanLoader() {
  return ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib']
    .map(folder => join(folder, 'libvulkan.so.1'))
    .find(existsSync);
}

/** Says why we cannot go on, and stops. */
export function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < 20)
  fail(`Node 20 or newer is needed; this is ${process.version}.`);
