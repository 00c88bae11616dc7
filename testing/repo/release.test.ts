/**
 * `pnpm release` writes addresses into the manifests, from any form of the git remote.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressFields, originOf, repositoryAddress, writeAddresses } from '@colide/tooling/repository';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Manifest, readJson, readPackages } from './workspace.ts';

describe('the address of a repository', () => {
  it.each([
    ['https://git.example.org/owner/name', 'https://git.example.org/owner/name'],
    ['https://git.example.org/owner/name.git', 'https://git.example.org/owner/name'],
    ['https://git.example.org/owner/name/', 'https://git.example.org/owner/name'],
    ['https://git.example.org:8443/owner/name.git', 'https://git.example.org:8443/owner/name'],
    ['https://someone:secret@git.example.org/owner/name.git', 'https://git.example.org/owner/name'],
    ['http://git.example.org/owner/name.git', 'http://git.example.org/owner/name'],
    ['ssh://git@git.example.org/owner/name.git', 'https://git.example.org/owner/name'],
    ['ssh://git@git.example.org:2222/owner/name', 'https://git.example.org/owner/name'],
    ['git://git.example.org/owner/name.git', 'https://git.example.org/owner/name'],
    ['git@git.example.org:owner/name.git', 'https://git.example.org/owner/name'],
    ['git@git.example.org:owner/name', 'https://git.example.org/owner/name'],
    ['git@git.example.org:/owner/name.git', 'https://git.example.org/owner/name'],
    ['git.example.org:group/part/name.js.git', 'https://git.example.org/group/part/name.js'],
  ])('of %s is %s', (remote, address) => {
    expect(repositoryAddress(remote)).toBe(address);
  });

  it.each([
    '',
    '../name',
    '/srv/git/name.git',
    'file:///srv/git/name.git',
    'D:\\git\\name',
    'https://git.example.org/',
  ])('is not found in "%s"', remote => {
    expect(() => repositoryAddress(remote)).toThrow('no address on the web');
  });
});

describe('a release', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'colide-release-'));
    execFileSync('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: folder });
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('asks git for the remote, and says what to do where there is none', () => {
    expect(() => originOf(folder)).toThrow('git remote add origin');
    execFileSync('git', ['remote', 'add', 'origin', 'git@git.example.org:owner/name.git'], { cwd: folder });
    expect(originOf(folder)).toBe('git@git.example.org:owner/name.git');
  });

  it('adds the addresses to every manifest and changes nothing else, also the second time', () => {
    const packages = readPackages();
    for (const { folder: name, path } of packages) {
      mkdirSync(join(folder, name));
      cpSync(join(path, 'package.json'), join(folder, name, 'package.json'));
    }
    const names = packages.map(({ folder: name }) => name);
    expect(writeAddresses('https://git.example.org/old/name', folder).sort()).toEqual(names);
    writeAddresses('https://git.example.org/owner/name', folder);
    for (const { folder: name, manifest } of packages) {
      const path = join(folder, name, 'package.json');
      expect(readJson<Manifest>(path)).toEqual({
        ...manifest,
        ...addressFields('https://git.example.org/owner/name', name),
      });
      expect(readFileSync(path, 'utf8')).toMatch(/"license": "MIT",\n {2}"repository": \{[\s\S]*\n\}\n$/);
    }
  });
});
