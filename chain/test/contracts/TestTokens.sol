// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A token that anyone may mint.
contract PlainToken is ERC20("Plain", "PLN") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// Keeps a hundredth of each transfer.
contract FeeToken is PlainToken {
    function _update(address from, address to, uint256 amount) internal override {
        if (from == address(0) || to == address(0)) return super._update(from, to, amount);
        super._update(from, address(0), amount / 100);
        super._update(from, to, amount - amount / 100);
    }
}

/// Runs a planned call inside each transfer, once, and remembers whether it succeeded.
contract CallingToken is PlainToken {
    address private target;
    bytes private data;
    bool public ran;
    bool public succeeded;

    function plan(address target_, bytes calldata data_) external {
        (target, data, ran, succeeded) = (target_, data_, false, false);
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (target == address(0) || ran) return;
        ran = true;
        (succeeded,) = target.call(data);
    }
}
