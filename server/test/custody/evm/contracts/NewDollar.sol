// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A token as USDC is, behind a switch: paused it reverts, silenced it answers false and moves nothing. Anybody may turn
/// the switch and mint: it is for tests.
contract NewDollar is ERC20("New Dollar", "USDC") {
    bool public paused;
    bool public silent;

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    function set(bool paused_, bool silent_) external {
        paused = paused_;
        silent = silent_;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        require(!paused, "paused");
        if (silent) return false;
        return super.transfer(to, value);
    }
}
