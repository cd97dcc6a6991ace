import { describe, expect, it } from 'vitest';
import { agentFileAddress, agentSystems, installCommand, type AgentSystem } from './agent-downloads.ts';

const [linux, windows, macos] = agentSystems as readonly [AgentSystem, AgentSystem, AgentSystem];

describe('the download address of the agent', () => {
  it('is a directory with the files of all systems, or the file for Windows in that directory', () => {
    const directory = 'https://files.example/agent/';
    expect(agentFileAddress(directory, windows)).toBe('https://files.example/agent/cfs-agent-win-x64.exe');
    expect(agentFileAddress(directory, linux)).toBe('https://files.example/agent/cfs-agent-linux-x64');
    const file = 'https://files.example/agent/Setup.exe';
    expect(agentFileAddress(file, windows)).toBe(file);
    expect(agentFileAddress(file, macos)).toBe('https://files.example/agent/cfs-agent-darwin-x64');
  });

  it('is quoted in the install command, so that the shell evaluates no part of it', () => {
    const address = "https://files.example/a'$(reboot)/";
    expect(installCommand(linux, address, 'https://portal.example')).toBe(
      "curl -fsSLo cfs-agent 'https://files.example/a'\\''$(reboot)/cfs-agent-linux-x64' && chmod +x cfs-agent && " +
        "sudo ./cfs-agent install --server 'https://portal.example' --token TOKEN",
    );
    expect(installCommand(windows, address, 'https://portal.example')).toContain(
      "'https://files.example/a''$(reboot)/",
    );
    expect(installCommand(macos, address, 'https://portal.example')).toContain('codesign');
  });
});
