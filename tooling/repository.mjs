/**
 * The addresses in the manifests of published packages (`repository`, `homepage`, `bugs`), taken from the git
 * remote when they are released. None is kept in the repository, so a fork publishes its own.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `user@host:path`, the short form of SSH. A single letter before the colon is a drive of Windows. */
const shortForm = /^(?:[^@/\s]+@)?([\w.-]{2,}):(?!\/\/)\/?(.+)$/;

/**
 * The web address of a repository, without a slash at the end, from any form in which git knows its remote.
 */
export function repositoryAddress(remote) {
  const short = shortForm.exec(remote);
  const text = short ? `ssh://${short[1]}/${short[2]}` : remote;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const path = url?.pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  if (!url?.hostname || !path || !/^(?:https?|ssh|git):$/.test(url.protocol))
    throw new Error(
      `The git remote "${remote}" is no address on the web: packages cannot be published from it.`,
    );
  // Names and passwords stay out; a port of SSH or git says nothing about the web.
  const host = /^https?:$/.test(url.protocol) ? url.host : url.hostname;
  return `${url.protocol === 'http:' ? 'http' : 'https'}://${host}${path}`;
}

/** The fields of the manifest of a package that follow from the address of the repository. */
export function addressFields(address, folder) {
  return {
    repository: { type: 'git', url: `git+${address}.git`, directory: `packages/${folder}` },
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
  };
}

/**
 * Writes these fields into the manifest of every package under `packages`, after the licence; returns the
 * folders.
 */
export function writeAddresses(address, packages) {
  const folders = readdirSync(packages).filter(name => existsSync(join(packages, name, 'package.json')));
  for (const folder of folders) {
    const path = join(packages, folder, 'package.json');
    const { name, version, description, license, ...others } = JSON.parse(readFileSync(path, 'utf8'));
    const fields = addressFields(address, folder);
    // Named twice: first for their place, then to replace what an earlier release wrote.
    const manifest = { name, version, description, license, ...fields, ...others, ...fields };
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  }
  return folders;
}

/** The address of the remote `origin` of the repository in a folder. */
export function originOf(folder) {
  const { status, stdout } = spawnSync('git', ['remote', 'get-url', 'origin'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0 || stdout.trim() === '')
    throw new Error(
      'There is no git remote "origin"; add the one to publish from: git remote add origin <address>',
    );
  return stdout.trim();
}
